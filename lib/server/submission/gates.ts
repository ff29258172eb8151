import { hook } from "#lib/server/config/hook";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: nothing is sent that a gate hasn't passed, in the transaction that records it and again in the one that claims
 * it. The ledger knows that something waits for an approval, and never why: a gate does.
 */

/** What the recipient gets and what is sent: a change of any of these is another payout. */
export type PayoutFields = Pick<
  TransferRow,
  | "amount"
  | "asset"
  | "from_currency"
  | "network"
  | "currency"
  | "country"
  | "bank_code"
  | "bank_name"
  | "account_number"
  | "account_name"
  | "callback_url"
  | "payee_id"
  | "payee_version"
  | "reference"
  | "purpose"
  | "replaces"
>;

/** What the person saw and confirmed before asking. */
export const ticks = [
  ...(["separate", "reference", "odd_quote", "account", "name", "bank", "amount"] as const),
] as const;
export type Tick = (typeof ticks)[number];

/**
 * `key`: the line's own, such as a transfer's idempotency key. `output`: what the fresh quote pays out; null without one.
 * `wish`: naira that are fixed; the amount is the largest that it may take then, until the transfer has its own.
 */
export type Line = {
  key: string;
  fields: PayoutFields;
  output: string | null;
  wish?: string | null;
  ticks: readonly Tick[];
};

/**
 * Something that may need approvals. A transfer has one line, a batch many. `makerId`: null for a command. `rates`: by which a
 * batch is agreed, by asset. `approvedIn`: of a transfer that is a row, the batch that was approved as one.
 */
export type Subject = {
  kind: "transfer" | "batch";
  id: string;
  makerId: string | null;
  lines: readonly Line[];
  rates?: Readonly<Record<string, string>>;
  approvedIn?: string | undefined;
  /** When the batch of a row was agreed to. */
  agreedAt?: string | undefined;
  /** Where many are foreseen in one transaction that writes nothing, the accounts of all: what was sent to them is read once. */
  accounts?: readonly string[];
};

export type SubjectName = Pick<Subject, "kind" | "id">;
/** Why a subject waits no longer, though nobody decided. */
export type EndOfWait = "withdrawn" | "expired" | "hold_released";

/** Sentences for the person who is about to create it; null or none where there is nothing to say. */
export type Foresight = {
  waits: string | null;
  refused: string | null;
  /** What has to be confirmed about the amount. */
  unusual: string | null;
  /** What would be left of each limit. */
  left: string[];
};

export type Gate = {
  /** Runs in the transaction that records the subject. Null lets it pass; else a function that asks. Throws a `Problem`. */
  judge(trx: Trx, subject: Subject): Promise<((trx: Trx) => Promise<void>) | null>;
  /** What {@link judge} would say and ask, in words, before anything is recorded. `ticks` are left out. Takes no lock. */
  foresee(trx: Trx, subject: Subject): Promise<Foresight>;
  /** Runs in the transaction of each claim, before the transfer moves. Throws a `Problem` for one that may not be sent. */
  release(trx: Trx, row: TransferRow, approvedIn: string | undefined): Promise<void>;
  /** Ends a request that nobody decided. */
  withdraw(trx: Trx, subject: SubjectName, why: EndOfWait): Promise<void>;
  /** What was agreed of a transfer, as text, for the case that the database loses it; null for nothing. */
  recall(trx: Trx, transferId: string): Promise<string | null>;
  /** Writes again what {@link recall} gave. Repeating it changes nothing. */
  restore(trx: Trx, agreed: string): Promise<void>;
};

export const gates = hook<Gate>("gates");

/** What has subjects of its own, and is told in the same transaction how a request for one ended. */
export type SubjectOwner = {
  kind: "batch";
  /** For the page of an approver; undefined where there is none. */
  nameOf(ledger: Db | Trx, id: string): Promise<string | undefined>;
  /** Before its request: whoever changes it has locked it first. */
  lock(trx: Trx, id: string): Promise<void>;
  /** Everybody who made it what it is: none of them approves it. */
  makersOf(trx: Trx, id: string): Promise<readonly string[]>;
  /** Whether what was approved of it may still be made. */
  isLive(trx: Trx, id: string): Promise<boolean>;
  approved(trx: Trx, id: string): Promise<void>;
  /** `why`: for the person who asked. */
  ended(trx: Trx, id: string, why: string): Promise<void>;
};

export const subjectOwners = hook<SubjectOwner>("subject-owners");

export function ownerOf(kind: SubjectOwner["kind"]): SubjectOwner | undefined {
  return subjectOwners.all().find((owner) => owner.kind === kind);
}

/** Whether a subject, recorded in this transaction, has to wait; it was asked for then. */
export async function askGates(
  trx: Trx,
  subject: Subject,
  moveToWaiting: () => Promise<void>,
): Promise<boolean> {
  const asks = [];
  for (const gate of gates.all()) {
    const ask = await gate.judge(trx, subject);
    if (ask !== null) asks.push(ask);
  }
  if (asks.length === 0) return false;
  await moveToWaiting();
  for (const ask of asks) await ask(trx);
  return true;
}

/** `approvedIn`: of a row, the batch that was approved as one. */
export async function requireRelease(
  trx: Trx,
  row: TransferRow,
  approvedIn: string | undefined,
): Promise<void> {
  for (const gate of gates.all()) await gate.release(trx, row, approvedIn);
}

export async function withdrawFromGates(trx: Trx, subject: SubjectName, why: EndOfWait): Promise<void> {
  for (const gate of gates.all()) await gate.withdraw(trx, subject, why);
}

/** One text a gate, in their order. */
export async function recallAgreed(trx: Trx, transferId: string): Promise<(string | null)[]> {
  const agreed = [];
  for (const gate of gates.all()) agreed.push(await gate.recall(trx, transferId));
  return agreed;
}

export async function restoreAgreed(trx: Trx, agreed: readonly (string | null)[]): Promise<void> {
  for (const [at, gate] of gates.all().entries()) {
    const text = agreed[at];
    if (text != null) await gate.restore(trx, text);
  }
}

/** What all gates would say of a subject that isn't recorded. */
export async function foreseeAll(trx: Trx, subject: Subject): Promise<Foresight> {
  const said: Foresight[] = [];
  for (const gate of gates.all()) said.push(await gate.foresee(trx, subject));
  const all = (part: "waits" | "refused" | "unusual") =>
    said.flatMap((each) => each[part] ?? []).join(" ") || null;
  return {
    waits: all("waits"),
    refused: all("refused"),
    unusual: all("unusual"),
    left: said.flatMap(({ left }) => left),
  };
}
