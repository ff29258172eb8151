import { createHash } from "node:crypto";
import { findAsset } from "#lib/asset/assets";
import type { TickKind } from "#lib/features/bulk/batches/batch-input";
import { type JudgedRow, stateOf, withAsk } from "#lib/features/bulk/batches/judge-batch";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { findKnownName, findSavedAccount } from "#lib/server/payees/known-names";
import { findSameReference, findTwin } from "#lib/server/submission/same-account";
import type { Trx } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { formatTime } from "#lib/text/format-time";
import { isSameName } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";
import { earlierPayoutWords, knownNameWords, savedAccountWords } from "#lib/words/same-account";
import { foreseeRow } from "./foresee-row";
import { type PayeeOfRow, readHints } from "./ledger-hints";
import type { AgreedRate } from "./stored-batch";
import { findTwinOfWish, findTwinRows } from "./twin-rows";

/**
 * Adds to judged rows what the ledger knows of them. Invariant: what creating a row would refuse is asked here first, by the same
 * functions; of what an index says that there is nothing to find, nothing is asked.
 */

/** Each is asked about by itself, so that a tick is for that one alone. */
const mostTwins = 5;

export type KnownRow = { row: JudgedRow; payee: PayeeOfRow | null };

type Context = { batchId: string; actor: Actor; rates: readonly AgreedRate[] };
type Hints = Awaited<ReturnType<typeof readHints>>;

export async function askLedger(trx: Trx, rows: readonly JudgedRow[], context: Context): Promise<KnownRow[]> {
  const hints = await readHints(trx, rows, context.batchId);
  const known: KnownRow[] = [];
  for (const row of withSameReferences(rows)) {
    const { bank, accountNumber, accountName } = row.read;
    const isReadable = bank !== null && accountNumber !== "" && accountName !== "";
    const isAsked = isReadable && stateOf(row) !== "left_out";
    known.push(
      isAsked
        ? await askAbout(trx, row, { ...account(bank, accountNumber), accountName }, hints, context)
        : { row, payee: null },
    );
  }
  return known;
}

/** One reference twice to one account, in the file itself; rows of one amount are twins, and asked about as such. */
function withSameReferences(rows: readonly JudgedRow[]): JudgedRow[] {
  const keyOf = ({ read, asks }: JudgedRow) =>
    read.reference === undefined || read.accountNumber === "" || asks.some(({ kind }) => kind === "twin_row")
      ? undefined
      : `${read.accountNumber} ${canonicalText(read.reference)}`;
  const lines = new Map<string, number[]>();
  for (const row of rows) {
    const key = stateOf(row) === "left_out" ? undefined : keyOf(row);
    if (key !== undefined) lines.set(key, [...(lines.get(key) ?? []), row.n]);
  }
  return rows.map((row) => {
    const other = lines.get(keyOf(row) ?? "")?.find((n) => n !== row.n);
    if (other === undefined) return row;
    const message = `Line ${other} has the same reference to this account.`;
    return withAsk(row, { kind: "reference", of: `line ${other}`, message, row: other });
  });
}

type Account = { bankCode: string; bankName: string; accountNumber: string };

function account(bank: { code: string; name: string }, accountNumber: string): Account {
  return { bankCode: bank.code, bankName: bank.name, accountNumber };
}

async function askAbout(
  trx: Trx,
  judged: JudgedRow,
  recipient: Account & { accountName: string },
  hints: Hints,
  context: Context,
): Promise<KnownRow> {
  const saved = hints.payeeOf(recipient);
  const isOwnName =
    saved !== undefined && !saved.isArchived && isSameName(saved.accountName, recipient.accountName);
  const payee = isOwnName ? { id: saved.id, name: saved.name, version: saved.version } : null;
  const ofRecipient = await askOfRecipient(trx, judged, { recipient, saved, payee }, hints);
  const { asset } = judged.read;
  const token = findAsset(env().assets, asset ?? "");
  if (token === undefined) return { row: ofRecipient, payee };
  const asked = { ...recipient, asset: token.asset };
  const row = await askOfPayout(trx, ofRecipient, { asked, payee }, hints, context);
  if (row.faults.length > 0) return { row, payee };
  const rate = context.rates.find((each) => each.asset === asset);
  return {
    row: await foreseeRow(trx, row, { ...context, token, payee, rate, accounts: hints.accounts }),
    payee,
  };
}

type Ask = (kind: TickKind, of: string, message: string, transferId?: string) => void;

async function askOfRecipient(
  trx: Trx,
  judged: JudgedRow,
  of: {
    recipient: Account & { accountName: string };
    saved: ReturnType<Hints["payeeOf"]>;
    payee: PayeeOfRow | null;
  },
  hints: Hints,
): Promise<JudgedRow> {
  const { recipient, saved, payee } = of;
  const { accountNumber, accountName } = recipient;
  let row = saved?.isArchived === true ? withFault(judged, archived(saved.name)) : judged;
  const ask: Ask = (kind, of, message) => {
    row = withAsk(row, { kind, of, message });
  };
  if (payee === null && hints.mayKnowName(accountName)) {
    const other = await findKnownName(trx, { accountName, accountNumber });
    if (other !== undefined)
      ask("name_known", `${other.payeeId} ${other.accountLastFour}`, knownNameWords(other));
  }
  if (payee === null && saved?.isArchived === false) {
    const other = await findSavedAccount(trx, recipient);
    if (other !== undefined)
      ask("account_saved", `${other.payeeId} ${accountName}`, savedAccountWords(other));
  }
  if (payee !== null && saved?.changedAt != null) {
    const at = formatTime(saved.changedAt, env().timeZone);
    ask("account_new", `${payee.id}.${payee.version}`, `The account of this payee was changed on ${at}.`);
  }
  return row;
}

async function askOfPayout(
  trx: Trx,
  judged: JudgedRow,
  { asked, payee }: { asked: Account & { asset: string }; payee: PayeeOfRow | null },
  hints: Hints,
  { batchId, actor }: Context,
): Promise<JudgedRow> {
  let row = judged;
  const ask: Ask = (kind, of, message, transferId) => {
    row = withAsk(row, { kind, of, message, ...(transferId !== undefined && { transferId }) });
  };
  const { amount, naira, reference } = judged.read;
  if (amount !== null && hints.wasPaidLately(asked.accountNumber)) {
    const twin = await findTwin(trx, { ...asked, amount }, actor);
    if (twin !== undefined) ask("twin", twin.id, earlierPayoutWords(twin, Date.now()), twin.id);
  }
  if (naira !== null && hints.wasPaidLately(asked.accountNumber)) {
    const paid = await findTwinOfWish(trx, asked.accountNumber, naira);
    const twin = paid && (await findTwin(trx, { ...asked, asset: paid.asset, amount: paid.amount }, actor));
    if (twin !== undefined) ask("twin", twin.id, earlierPayoutWords(twin, Date.now()), twin.id);
  }
  if (reference !== undefined && hints.mayHaveReference(reference)) {
    const same = await findSameReference(trx, { ...asked, reference, payeeId: payee?.id }, actor);
    const words = (earlier: NonNullable<typeof same>) =>
      `The reference ${showInvisible(reference)} was used before. ${earlierPayoutWords(earlier, Date.now())}`;
    if (same !== undefined) ask("reference", same.id, words(same), same.id);
  }
  const twins = hints.mayHaveTwinRow(judged) ? await findTwinRows(trx, batchId, judged) : [];
  for (const { id, n, name } of twins.slice(0, mostTwins)) {
    const message = `The same account and amount as line ${n} of the batch ${showInvisible(name)}.`;
    ask("twin_batch", id, message);
  }
  const more = twins.slice(mostTwins).map(({ id }) => id);
  if (more.length > 0) {
    const message = `The same account and amount as ${more.length} more ${more.length === 1 ? "row" : "rows"} of other batches.`;
    ask("twin_batch", `${more.length}:${createHash("sha256").update(more.join()).digest("hex")}`, message);
  }
  return row;
}

function withFault(row: JudgedRow, message: string): JudgedRow {
  return { ...row, faults: [...row.faults, { path: "accountNumber", kind: "payee_archived", message }] };
}

function archived(name: string): string {
  return `This account is of the payee ${showInvisible(name)}, who is archived. Bring the payee back, or leave the row out.`;
}
