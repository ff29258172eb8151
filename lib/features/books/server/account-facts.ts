import type { Payout, Span } from "#lib/features/books/books-answers";
import { toKobo } from "#lib/features/books/statement/kobo";
import { matchLines, type Proposal } from "#lib/features/books/statement/match-lines";
import type { LineToMatch, TransferToMatch } from "#lib/features/books/statement/match-pairs";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import type { OwnAccountRow, StatementLineRow } from "#lib/server/tables/books/book-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { expectedOf } from "#lib/transfer/received";
import { leftOf } from "./stored-lines";

/** What an account's lists are made of. Invariant: nothing is matched here; what is proposed is computed anew each time. */

/** A statement holds no older days. */
const daysBack = 400;
/** The newest count: more of one account are never waiting at once. */
const mostRead = 5_000;
const dayMs = 24 * 60 * 60_000;
/** So long after it was reported paid a payout can still arrive. */
const daysUntilMissed = 3;

export type PayoutRow = {
  id: string;
  transaction_id: string | null;
  reference: string | null;
  account_name: string;
  created_at: string;
  asked_day: string;
  paid_at: string | null;
  accepted_output: string | null;
  quote_output: string | null;
};
const payoutColumns = [
  ...(["transfers.id", "transaction_id", "transfers.reference", "transfers.account_name"] as const),
  ...(["transfers.created_at", "asked_day", "paid_at", "accepted_output", "quote_output"] as const),
] as const;

export type AccountFacts = {
  lines: ReadonlyMap<string, StatementLineRow>;
  /** What of each line isn't matched. */
  left: ReadonlyMap<string, string>;
  payouts: ReadonlyMap<string, PayoutRow>;
  proposals: Proposal[];
  covered: Span[];
};

/** Of the lines that aren't matched whole, and the payouts to the account of which no line is known. */
export async function readFacts(ledger: Db | Trx, account: OwnAccountRow): Promise<AccountFacts> {
  const payouts = await unmatchedPayouts(ledger, account);
  const read = await linesOf(ledger, account.id);
  const left = new Map(read.map((row) => [row.id, leftOf(row, new Map([[row.id, row.matched]]))]));
  const open = read.filter(({ id, side }) => side === "debit" || left.get(id) !== "0.00");
  return {
    lines: new Map(open.map((row) => [row.id, row])),
    left,
    payouts: new Map(payouts.map((row) => [row.id, row])),
    proposals: matchLines(
      open.map((row) => toMatch(row, left.get(row.id) ?? row.amount, row.doubts > 0)),
      payouts.map(toTransfer),
    ),
    covered: await coveredDays(ledger, account.id),
  };
}

/** Payouts to exactly this account, the newest first. */
export function accepted(ledger: Db | Trx, { bank_code, account_number }: OwnAccountRow) {
  return ledger
    .selectFrom("transfers")
    .select(payoutColumns)
    .where("bank_code", "=", bank_code)
    .where("account_number", "=", account_number)
    .where("submission", "=", "accepted")
    .where("currency", "=", "NGN")
    .where("transfers.created_at", ">", new Date(Date.now() - daysBack * dayMs).toISOString())
    .orderBy("transfers.created_at", "desc")
    .limit(mostRead);
}

function unmatchedPayouts(ledger: Db | Trx, account: OwnAccountRow): Promise<PayoutRow[]> {
  return accepted(ledger, account)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("line_matches")
            .select("line_matches.id")
            .whereRef("transfer_id", "=", "transfers.id")
            .where("withdrawn_at", "is", null),
        ),
      ),
    )
    .execute();
}

/** To exactly this account; `undefined` for any other. */
export function findPayout(
  ledger: Db | Trx,
  account: OwnAccountRow,
  id: string,
): Promise<PayoutRow | undefined> {
  return accepted(ledger, account).where("transfers.id", "=", id).executeTakeFirst();
}

/** Also those that are matched in part: a person can add a line to one. */
export function allPayouts(ledger: Db | Trx, account: OwnAccountRow): Promise<PayoutRow[]> {
  return accepted(ledger, account).execute();
}

type ReadLine = StatementLineRow & { matched: bigint; doubts: number };

/** With what of it is matched, in kobo. */
async function linesOf(ledger: Db | Trx, accountId: string): Promise<ReadLine[]> {
  const since = dayAfter(dayOf(Date.now(), env().timeZone), -daysBack);
  const rows = await ledger
    .selectFrom("statement_lines")
    .innerJoin("statements", "statements.id", "statement_lines.statement_id")
    .selectAll("statement_lines")
    .select("doubts")
    .where("statement_lines.account_id", "=", accountId)
    .where("day", ">=", since)
    .orderBy("day", "desc")
    .orderBy("statement_lines.id", "desc")
    .limit(mostRead)
    .execute();
  const sums = new Map<string, bigint>();
  const matches = await ledger
    .selectFrom("line_matches")
    .innerJoin("statement_lines", "statement_lines.id", "line_matches.line_id")
    .select(["line_id", "line_matches.amount"])
    .where("line_matches.account_id", "=", accountId)
    .where("withdrawn_at", "is", null)
    .where("day", ">=", since)
    .execute();
  for (const { line_id, amount } of matches)
    sums.set(line_id, (sums.get(line_id) ?? 0n) + (toKobo(amount) ?? 0n));
  return rows.map((row) => ({ ...row, matched: sums.get(row.id) ?? 0n })).reverse();
}

export function toMatch(row: StatementLineRow, left: string, isDoubtful: boolean): LineToMatch {
  const { id, n, day, value_day: valueDay, side, amount, balance, reference, narration } = row;
  const { identity, occurrence } = row;
  return {
    ...{ id, n, day, valueDay, side, amount, balance, reference, narration, identity, occurrence },
    ...{ left, isDoubtful },
  };
}

export function toTransfer(row: PayoutRow): TransferToMatch {
  const { timeZone } = env();
  const { id, transaction_id: transactionId, reference, created_at: createdAt, paid_at: paidAt } = row;
  return {
    ...{ id, transactionId, reference, createdAt, paidAt },
    expected: expectedOf(row.accepted_output, row.quote_output),
    // As it was then: another time zone later changes nothing.
    createdDay: row.asked_day,
    paidDay: paidAt === null ? null : dayOf(Date.parse(paidAt), timeZone),
  };
}

export function shownPayout(row: PayoutRow): Payout {
  const { id, transactionId, reference, createdAt, paidAt, expected } = toTransfer(row);
  const accountName = row.account_name;
  return {
    id,
    transactionId,
    reference,
    accountName,
    createdAt,
    paidAt,
    expected: expected as Amount | null,
  };
}

/** Days that the account's statements cover: files that follow each other, or begin with the balance of the one before, are one. */
async function coveredDays(ledger: Db | Trx, accountId: string): Promise<Span[]> {
  const rows = await ledger
    .selectFrom("statements")
    .select(["first_day", "last_day", "opening", "closing"])
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .orderBy("first_day")
    .orderBy("last_day")
    .execute();
  const spans: (Span & { closing: string | null })[] = [];
  for (const { first_day: from, last_day: until, opening, closing } of rows) {
    const last = spans.at(-1);
    const follows =
      last !== undefined &&
      (from <= dayAfter(last.until, 1) || (opening !== null && opening === last.closing));
    if (!follows) spans.push({ from, until, closing });
    else if (until > last.until) Object.assign(last, { until, closing });
  }
  return spans.map(({ from, until }) => ({ from, until }));
}

export function missingDays(covered: readonly Span[]): Span[] {
  return covered.slice(1).map(({ from }, at) => ({
    from: dayAfter(covered[at]?.until ?? from, 1),
    until: dayAfter(from, -1),
  }));
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Reported paid, and the statements go on long enough after it to have its line. The oldest first. */
export function notFound({ payouts, proposals, covered }: AccountFacts): PayoutRow[] {
  const proposed = new Set(proposals.map(({ transferId }) => transferId));
  return [...payouts.values()]
    .filter(({ id, paid_at }) => {
      if (paid_at === null || proposed.has(id)) return false;
      const day = dayOf(Date.parse(paid_at), env().timeZone);
      return covered.some(({ from, until }) => from <= day && dayAfter(day, daysUntilMissed) <= until);
    })
    .sort((a, b) => ((a.paid_at ?? "") < (b.paid_at ?? "") ? -1 : 1));
}

/** How many were reported paid, have no line, and are missed by no statement yet. */
export function countWaiting(facts: AccountFacts): number {
  const proposed = new Set(facts.proposals.map(({ transferId }) => transferId));
  const open = [...facts.payouts.values()].filter(({ id, paid_at }) => paid_at !== null && !proposed.has(id));
  return open.length - notFound(facts).length;
}

/** Credits that no payout is proposed for. The newest first. */
export function openLines({ lines, proposals }: AccountFacts): StatementLineRow[] {
  const proposed = new Set(proposals.map(({ lineId }) => lineId));
  return [...lines.values()].filter(({ id, side }) => side === "credit" && !proposed.has(id)).reverse();
}
