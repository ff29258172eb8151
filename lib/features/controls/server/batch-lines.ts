import { covers } from "#lib/features/controls/approvers";
import { type BatchSubject, batchHash, batchRowHash } from "#lib/features/controls/subject";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts } from "#lib/money/money";
import type { Line, PayoutFields, Subject } from "#lib/server/submission/gates";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { countingOf, givenBy } from "./counting";
import { readColleagues } from "./read-people";
import { readApprovals, type StoredLine, storedOf } from "./requests";

/**
 * Invariant: a row of an approved batch is sent without an approval of its own only while it is exactly what was approved, for 24
 * hours, by people who could still approve. Until then its naira counts where its transfer will.
 */

const approvedForMs = 24 * 60 * 60_000;
const zero = "0" as Amount;

export function hashOfBatch({ makerId, rates = {}, lines }: Subject): string {
  return batchHash({ makerId: makerId ?? "", rates, rows: lines.map(rowOf) });
}

export function storedLines({ lines }: Subject): StoredLine[] {
  return lines.map((line) => ({
    key: line.key,
    hash: batchRowHash(rowOf(line)),
    account: line.fields.account_number,
    naira: line.output,
    most: line.fields.amount,
    token: line.fields.from_currency,
    accountName: line.fields.account_name,
    bankName: line.fields.bank_name,
    isWish: line.wish != null,
  }));
}

function rowOf({ key, fields, wish = null }: Line): BatchSubject["rows"][number] {
  return {
    key,
    ...{ amount: fields.amount, askedOutput: wish, asset: fields.asset, fromCurrency: fields.from_currency },
    ...{ network: fields.network, currency: fields.currency, country: fields.country },
    ...{ bankCode: fields.bank_code, bankName: fields.bank_name, accountNumber: fields.account_number },
    ...{ accountName: fields.account_name, payeeId: fields.payee_id, payeeVersion: fields.payee_version },
    ...{ reference: fields.reference, purpose: fields.purpose, callbackUrl: fields.callback_url },
    replaces: fields.replaces,
  };
}

type Row = { key: string; fields: PayoutFields; wish: string | null };

/** Whether a row's transfer is what was approved with its batch. */
export async function isCovered(trx: Trx, batchId: string | undefined, row: Row): Promise<boolean> {
  if (batchId === undefined) return false;
  const request = await trx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "batch")
    .where("subject_id", "=", batchId)
    .where("state", "=", "approved")
    .where("ended_at", ">", databaseTime(trx, -approvedForMs))
    .orderBy("asked_at", "desc")
    .executeTakeFirst();
  const line = request && storedOf(request).lines?.find(({ key }) => key === row.key);
  if (request === undefined || line === undefined) return false;
  // Where naira are fixed, the amount is the transfer's own, up to what was stated.
  const isWithin = !line.isWish || compareAmounts(row.fields.amount as Amount, line.most as Amount) <= 0;
  const fields = line.isWish ? { ...row.fields, amount: line.most } : row.fields;
  const wish = line.isWish ? row.wish : null;
  const hash = batchRowHash(rowOf({ key: row.key, fields, output: null, wish, ticks: [] }));
  if (!isWithin || hash !== line.hash) return false;
  const colleagues = await readColleagues(trx);
  const counting = countingOf(await readApprovals(trx, request.id), colleagues);
  return covers(givenBy(counting), storedOf(request).needed);
}

/** Of whom or where sums are taken. */
type Whose = { account: string } | { makerId: string };

/** Naira of batches that wait or were approved, whose rows have no transfer yet: each counts once. */
export async function bookedInBatches(trx: Trx, whose: Whose, exceptBatchId: string): Promise<Amount> {
  const requests = await trx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "batch")
    .where("subject_id", "<>", exceptBatchId)
    .where(({ eb, or, and }) =>
      or([
        eb("state", "=", "waiting"),
        and([eb("state", "=", "approved"), eb("ended_at", ">", databaseTime(trx, -approvedForMs))]),
      ]),
    )
    .$if("makerId" in whose, (query) =>
      query.where("maker_id", "=", "makerId" in whose ? whose.makerId : ""),
    )
    .execute();
  const lines = newestLines(requests).filter(
    (line) => !("account" in whose) || line.account === whose.account,
  );
  if (lines.length === 0) return zero;
  const keys = lines.map(({ key }) => key);
  const made = await trx
    .selectFrom("transfers")
    .select("idempotency_key")
    .where("idempotency_key", "in", keys)
    .execute();
  const done = new Set(made.map(({ idempotency_key }) => idempotency_key));
  return lines
    .filter(({ key }) => !done.has(key))
    .reduce((sum, { naira }) => addAmounts(sum, (naira ?? zero) as Amount), zero);
}

/** A row that was asked for again counts once, as it was asked for last. */
function newestLines(requests: readonly RequestRow[]): StoredLine[] {
  const byKey = new Map<string, StoredLine>();
  for (const request of requests.toSorted((a, b) => (a.asked_at < b.asked_at ? -1 : 1)))
    for (const line of storedOf(request).lines ?? []) byKey.set(line.key, line);
  return [...byKey.values()];
}
