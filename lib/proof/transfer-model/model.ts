import type { Submission } from "#lib/transfer/transfer-status";

/** What the model knows of one transfer: what each step should have left, told in the simplest way. */
export type ModelTransfer = {
  key: string;
  /** The name of the payee, which no other transfer has: the service's requests are told apart by it. */
  name: string;
  accountNumber: string;
  amount: string;
  /** The transfer that it takes the place of. */
  replaces: string | undefined;
  id: string;
  submission: Submission;
  /** A request for it has left the dashboard; never more than one may. */
  wasSent: boolean;
  /** The path of its callbacks, once the service has been told. */
  callbackPath: string | undefined;
  /** Every callback that was kept, by its body. */
  reports: Map<string, { word: string; id: string | undefined; isForeign: boolean }>;
  /** It was called not created, and then reported on: only a person can say what it is. */
  isContradicted: boolean;
  transactionId: string | null;
  address: string | null;
  isReceived: boolean;
  /** Its outcome was not known for a while, so that a person may have been told something of it. */
  wasOpen: boolean;
  /** All that was named beside callbacks, and what of it was named since a person chose. */
  named: Named[];
  open: Named[];
  /** The service's own answer gave it this ID. */
  answeredId: string | null;
  /** Two sources differ, and nobody has chosen. */
  isDisputed: boolean;
};

/** What a source gives as its ID and its address. */
export type Named = { transactionId: string | null; address: string | null };

export type Model = { transfers: ModelTransfer[] };

/** What the service's answer amounts to. */
export type Outcome =
  | { kind: "accepted"; transactionId: string; address: string }
  | ({ kind: "unknown" } & Named)
  | { kind: "rejected" };

/** A transfer whose intent is committed and that was not sent. */
export function newTransfer(
  content: Pick<ModelTransfer, "key" | "name" | "accountNumber" | "amount" | "replaces" | "id">,
): ModelTransfer {
  return {
    ...content,
    submission: "recorded",
    wasSent: false,
    callbackPath: undefined,
    reports: new Map(),
    isContradicted: false,
    transactionId: null,
    address: null,
    isReceived: false,
    wasOpen: false,
    named: [],
    open: [],
    answeredId: null,
    isDisputed: false,
  };
}

/** Whether the service has spoken of it: then it exists, whatever its answer was. */
export function isReported({ reports }: ModelTransfer): boolean {
  return [...reports.values()].some(({ isForeign }) => !isForeign);
}

/** T3, T4, T5: the answer, or its loss, while the request is in flight. */
export function settle(transfer: ModelTransfer, outcome: Outcome): void {
  if (outcome.kind === "accepted") {
    Object.assign(transfer, { submission: "accepted", ...evidenceOf(outcome) });
    transfer.answeredId = outcome.transactionId;
    // The answer says which of the early callbacks were the transfer's own.
    judgeReports(transfer);
  } else if (outcome.kind === "rejected") {
    transfer.submission = "rejected";
    contradict(transfer);
  } else {
    transfer.submission = isReported(transfer) ? "accepted" : "unknown";
    transfer.wasOpen = true;
  }
  if (outcome.kind !== "rejected") name(transfer, evidenceOf(outcome));
}

function judgeReports({ reports, transactionId }: ModelTransfer): void {
  for (const report of reports.values())
    if (report.id !== undefined) report.isForeign = report.id !== transactionId;
}

function evidenceOf({ transactionId, address }: Named): Named {
  return { transactionId, address };
}

function name(transfer: ModelTransfer, named: Named): void {
  if (named.transactionId === null && named.address === null) return;
  transfer.named.push(named);
  transfer.open.push(named);
}

function isDisputedBy({ transactionId, address, open }: ModelTransfer, named: Named): boolean {
  const differ = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other;
  return [{ transactionId, address }, ...open].some(
    (other) => differ(other.transactionId, named.transactionId) || differ(other.address, named.address),
  );
}

/** T12: an answer after the claim was called lost. */
export function settleLate(transfer: ModelTransfer, outcome: Outcome): void {
  if (outcome.kind === "rejected") return;
  const named = evidenceOf(outcome);
  const isDisputed = isDisputedBy(transfer, named);
  if (outcome.kind === "accepted" && transfer.submission === "unknown") settle(transfer, outcome);
  else name(transfer, named);
  if (isDisputed) transfer.isDisputed = true;
  if (outcome.kind === "unknown") return;
  if (transfer.submission === "not_created") {
    transfer.submission = "unknown";
    transfer.wasOpen = true;
    transfer.transactionId = outcome.transactionId;
  } else if (transfer.submission === "accepted") {
    transfer.answeredId = outcome.transactionId;
    transfer.transactionId = outcome.transactionId;
    transfer.address ??= outcome.address;
  }
}

/** T7, T11: a callback with a word and, where it has one, a transaction id. */
export function report(transfer: ModelTransfer, body: string, word: string, id: string | undefined): void {
  const isForeign = id !== undefined && transfer.transactionId !== null && id !== transfer.transactionId;
  if (!transfer.reports.has(body)) transfer.reports.set(body, { word, id, isForeign });
  if (isReported(transfer) && transfer.submission === "unknown" && !transfer.isContradicted) {
    transfer.submission = "accepted";
  }
  contradict(transfer);
  const canTakeId = transfer.submission === "accepted" || transfer.submission === "dispatching";
  if (id !== undefined && !isForeign && canTakeId) transfer.transactionId ??= id;
}

function contradict(transfer: ModelTransfer): void {
  if (!isReported(transfer) || !["rejected", "not_created", "cancelled"].includes(transfer.submission))
    return;
  transfer.submission = "unknown";
  transfer.isContradicted = true;
}

/** T8: a person names the id and the address. False when it must be refused. */
export function proveExistence(transfer: ModelTransfer, transactionId: string, address: string): boolean {
  const named = { transactionId, address };
  const isDisputed = isDisputedBy(transfer, named);
  const isOpen =
    transfer.submission === "unknown" || (transfer.submission === "accepted" && transfer.address === null);
  if (isOpen) {
    if (transfer.transactionId !== null && transfer.transactionId !== transactionId) return false;
    Object.assign(transfer, { submission: "accepted", transactionId, address, wasOpen: true });
    judgeReports(transfer);
  } else {
    const isKnown = transfer.named.some(
      (other) => other.transactionId === transactionId && other.address === address,
    );
    if (transfer.submission !== "accepted" || !transfer.wasOpen || isKnown || !isDisputed) return false;
  }
  name(transfer, named);
  if (isDisputed) transfer.isDisputed = true;
  return true;
}

/** A person says which of the addresses is right. False when it must be refused. */
export function choose(transfer: ModelTransfer, { transactionId, address }: Named): boolean {
  if (!transfer.isDisputed || transfer.submission !== "accepted" || address === null) return false;
  transfer.transactionId = transfer.answeredId ?? transactionId ?? transfer.transactionId;
  transfer.address = address;
  transfer.isDisputed = false;
  transfer.named.push({ transactionId: transfer.transactionId, address });
  transfer.open = [{ transactionId: transfer.transactionId, address }];
  judgeReports(transfer);
  return true;
}

/** T9: a person says that there is none. False when it must be refused. */
export function closeAsAbsent(transfer: ModelTransfer): boolean {
  if (transfer.submission !== "unknown" || isReported(transfer) || transfer.transactionId !== null)
    return false;
  transfer.submission = "not_created";
  return true;
}
