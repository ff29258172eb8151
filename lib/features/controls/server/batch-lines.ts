import { Problem } from "#lib/contract/problem";
import { covers } from "#lib/features/controls/approvers";
import type { Rules } from "#lib/features/controls/rules";
import { type BatchSubject, batchRowHash } from "#lib/features/controls/subject";
import { isTighter } from "#lib/features/controls/tighter";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts } from "#lib/money/money";
import { type Line, ownerOf, type PayoutFields, type Subject } from "#lib/server/submission/gates";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { countingOf, givenBy } from "./counting";
import { readColleagues } from "./read-people";
import { readApprovals, type Stored, storedOf } from "./requests";
import { rulesOf } from "./rules/stored-rules";

/**
 * Invariant: a row of an approved batch is sent without an approval of its own only while it is exactly what was approved, for 24
 * hours, by people who could still approve, and under rules that ask no more. Until then its naira counts where its transfer will.
 */

const approvedForMs = 24 * 60 * 60_000;
const zero = "0" as Amount;

/** Of a stored request, or of one that is about to be. */
export function subjectOfBatch(makerId: string, batch: NonNullable<Stored["batch"]>): BatchSubject {
  return { makerId, rates: batch.rates, rows: batch.lines.map(({ row }) => row) };
}

export function storedBatch({ lines, rates = {} }: Subject): NonNullable<Stored["batch"]> {
  return { rates, lines: lines.map((line) => ({ row: rowOf(line), naira: line.output })) };
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

/**
 * For a row of a batch that had to be approved as one. Throws `request_changed` unless its transfer is what was approved, by people
 * whose approval still counts, under rules as strict as `rules`.
 */
export async function requireCovered(trx: Trx, rules: Rules, batchId: string, row: Row): Promise<void> {
  const request = await trx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "batch")
    .where("subject_id", "=", batchId)
    .where("state", "=", "approved")
    .where("ended_at", ">", databaseTime(trx, -approvedForMs))
    .orderBy("asked_at", "desc")
    .executeTakeFirst();
  if (request === undefined) throw uncovered("Nobody has approved this batch within 24 hours.");
  const line = storedOf(request).batch?.lines.find((each) => each.row.key === row.key)?.row;
  if (line === undefined || !isSameRow(line, row)) throw uncovered("It isn’t what was approved.");
  const colleagues = await readColleagues(trx);
  const counting = countingOf(await readApprovals(trx, request.id), colleagues);
  if (!covers(givenBy(counting), storedOf(request).needed))
    throw uncovered("Somebody who approved this batch can approve no more.");
  const then = await trx
    .selectFrom("control_rules")
    .select("rules")
    .where("n", "=", request.rules_n)
    .executeTakeFirst();
  if (then === undefined || !isTighter(rules, rulesOf(then)))
    throw uncovered("Your rules have become stricter since it was approved.");
}

/** Where naira are fixed, the amount is the transfer's own, up to what was stated. */
export function isSameRow(line: BatchSubject["rows"][number], { key, fields, wish }: Row): boolean {
  const most = line.amount ?? "0";
  const isWish = line.askedOutput !== null;
  if (isWish && compareAmounts(fields.amount as Amount, most as Amount) > 0) return false;
  const own = rowOf({
    ...{ key, output: null, ticks: [], wish: isWish ? wish : null },
    fields: isWish ? { ...fields, amount: most } : fields,
  });
  return batchRowHash(own) === batchRowHash(line);
}

function uncovered(why: string): Problem {
  return new Problem("request_changed", `${why} Nothing was created. Agree to the batch again.`);
}

/** Naira of batches that wait or were approved, whose rows have no transfer yet. */
type Booked = {
  batchId: string;
  account: string;
  makerId: string;
  isMade: boolean;
  madeBy: string | null;
  naira: Amount;
};
const bookedOf = new WeakMap<Trx, Promise<readonly Booked[]>>();

/** Of whom or where sums are taken. */
type Whose = { account: string } | { makerId: string };

/**
 * The sum to an account, or of a maker, without those of one batch; each counts once. A maker's counts until the transfer counts as
 * theirs. Read once a transaction, after its locks.
 */
export async function bookedInBatches(trx: Trx, whose: Whose, exceptBatchId: string): Promise<Amount> {
  const reading = bookedOf.get(trx) ?? readBooked(trx);
  bookedOf.set(trx, reading);
  const counts = ({ account, makerId, isMade, madeBy }: Booked) =>
    "account" in whose
      ? account === whose.account && !isMade
      : makerId === whose.makerId && !(isMade && madeBy === makerId);
  return (await reading)
    .filter((each) => each.batchId !== exceptBatchId && counts(each))
    .reduce((sum, { naira }) => addAmounts(sum, naira), zero);
}

async function readBooked(trx: Trx): Promise<readonly Booked[]> {
  const requests = await trx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "batch")
    .where(({ eb, or, and }) =>
      or([
        eb("state", "=", "waiting"),
        and([eb("state", "=", "approved"), eb("ended_at", ">", databaseTime(trx, -approvedForMs))]),
      ]),
    )
    .orderBy("asked_at")
    .execute();
  if (requests.length === 0) return [];
  const batchIds = [...new Set(requests.map(({ subject_id }) => subject_id))];
  const made = await trx
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["key", "created_by"])
    .where("batch_id", "in", batchIds)
    .execute();
  const madeBy = new Map(made.map(({ key, created_by }) => [key, created_by]));
  const live = new Set<string>();
  for (const id of batchIds) if ((await ownerOf("batch")?.isLive(trx, id)) === true) live.add(id);
  // A row that was asked for again counts once, as it was asked for last.
  const byKey = new Map<string, Booked>();
  for (const request of requests.filter(({ subject_id }) => live.has(subject_id)))
    for (const { row, naira } of storedOf(request).batch?.lines ?? [])
      byKey.set(row.key ?? "", {
        ...{ batchId: request.subject_id, account: row.accountNumber ?? "", makerId: request.maker_id },
        ...{ isMade: madeBy.has(row.key ?? ""), madeBy: madeBy.get(row.key ?? "") ?? null },
        naira: (naira ?? zero) as Amount,
      });
  return [...byKey.values()];
}
