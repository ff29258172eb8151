import type { Submission } from "#lib/transfer-status";

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
  isMatched: boolean;
};

export type Model = { transfers: ModelTransfer[] };

/** What the service's answer amounts to. */
export type Outcome =
  | { kind: "accepted"; transactionId: string; address: string }
  | { kind: "rejected" | "unknown" };

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
    isMatched: false,
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
    // The answer says which of the early callbacks were the transfer's own.
    for (const early of transfer.reports.values()) {
      if (early.id !== undefined) early.isForeign = early.id !== outcome.transactionId;
    }
  } else if (outcome.kind === "rejected") {
    transfer.submission = "rejected";
    contradict(transfer);
  } else {
    transfer.submission = isReported(transfer) ? "accepted" : "unknown";
  }
}

function evidenceOf({ transactionId, address }: Extract<Outcome, { kind: "accepted" }>) {
  return { transactionId, address };
}

/** T12: a yes after the claim was called lost. */
export function settleLate(transfer: ModelTransfer, outcome: Outcome): void {
  if (outcome.kind !== "accepted") return;
  const { submission, transactionId, address } = transfer;
  const isSame = transactionId === null || transactionId === outcome.transactionId;
  if (submission === "not_created") transfer.submission = "unknown";
  const isOpen = submission === "unknown" || (submission === "accepted" && address === null && isSame);
  if (isOpen) settle(transfer, outcome);
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
  const isOpen =
    transfer.submission === "unknown" || (transfer.submission === "accepted" && transfer.address === null);
  const isSame = transfer.transactionId === null || transfer.transactionId === transactionId;
  if (!isOpen || !isSame) return false;
  Object.assign(transfer, { submission: "accepted", transactionId, address });
  return true;
}

/** T9: a person says that there is none. False when it must be refused. */
export function closeAsAbsent(transfer: ModelTransfer): boolean {
  if (transfer.submission !== "unknown" || isReported(transfer)) return false;
  transfer.submission = "not_created";
  return true;
}
