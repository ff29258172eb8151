import { randomUUID } from "node:crypto";
import { Problem } from "#lib/contract/problem";
import type { Confirmed, Payout } from "#lib/features/books/books-answers";
import type { ConfirmationInput, MatchInput, MatchWithdrawal } from "#lib/features/books/books-input";
import { koboText, toKobo } from "#lib/features/books/statement/kobo";
import { matchLines, type Proposal } from "#lib/features/books/statement/match-lines";
import { knownReason } from "#lib/features/books/statement/match-words";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { appendReceived, appendWithdrawal, whyNotReceivable } from "#lib/server/ledger/received";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { readRecords } from "#lib/server/standing/received-facts";
import type { LineMatchRow, StatementLineRow } from "#lib/server/tables/books/book-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import { expectedOf, type ReceivedReason } from "#lib/transfer/received";
import {
  allPayouts,
  findPayout,
  type PayoutRow,
  readFacts,
  shownPayout,
  toMatch,
  toTransfer,
} from "./account-facts";
import { sayMissed } from "./missed-payouts";
import { findAccount, lockAccount } from "./own-accounts";
import { leftOf, matchedOf } from "./stored-lines";
import { proposalsOf, seenHash } from "./view-account";

/**
 * What people say of which line is which payout. Invariant: a line gives what it has once: its account is locked, and the sum of
 * its matches never exceeds it. Each match and the record of its transfer, which names it, are one transaction.
 */

/** In one transaction, so that others are not kept waiting for hundreds. */
const atOnce = 25;
const mostCandidates = 20;

/** Confirms what the page has shown. Throws `match_changed` where that is no longer what is proposed. */
export async function confirmShown(
  accountId: string,
  { standing, seen, difference }: ConfirmationInput,
  actor: Actor,
): Promise<Confirmed> {
  const ledger = await db();
  const shown = proposalsOf(await readFacts(ledger, await findAccount(ledger, accountId)), standing);
  if (shown.length === 0 || seenHash(shown) !== seen) throw changed();
  let confirmed = 0;
  for (let from = 0; from < shown.length; from += atOnce)
    confirmed += await confirmSome(ledger, accountId, shown.slice(from, from + atOnce), difference, actor);
  await sayMissed(ledger, accountId);
  return { confirmed, leftOut: shown.length - confirmed };
}

/** Judged again as they are now: one whose line or payout was matched meanwhile, or fits another as well, is left out. */
async function confirmSome(
  ledger: Db,
  accountId: string,
  some: readonly Proposal[],
  difference: ReceivedReason | undefined,
  actor: Actor,
): Promise<number> {
  return inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_books");
    const account = await lockAccount(trx, accountId);
    await holdTransfers(
      trx,
      some.map(({ transferId }) => transferId),
    );
    const { proposals, lines, left } = await readFacts(trx, account);
    const now = new Map(proposals.map((each) => [each.lineId, each]));
    let confirmed = 0;
    for (const proposal of some) {
      const line = lines.get(proposal.lineId);
      const again = now.get(proposal.lineId);
      if (line === undefined || again?.standing !== proposal.standing) continue;
      if (seenHash([again]) !== seenHash([proposal])) continue;
      const { transferId, rule } = proposal;
      const reason = knownReason(proposal) ?? difference ?? null;
      const amount = left.get(line.id) ?? line.amount;
      // One payout that takes no more records keeps no other from being confirmed.
      if ((await whyNotReceivable(trx, transferId, { day: line.day })) !== undefined) continue;
      await writeMatch(trx, { line, transferId, rule, amount, reason }, actor);
      confirmed += 1;
    }
    return confirmed;
  });
}

/** One line, or a part of it, and one payout, as a person says. Throws `line_in_use`, `not_found` and `match_changed`. */
export async function matchByHand(
  accountId: string,
  { line: lineId, transfer: transferId, amount: asked, difference }: MatchInput,
  actor: Actor,
): Promise<void> {
  const ledger = await db();
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_books");
    const account = await lockAccount(trx, accountId);
    const line = await findLine(trx, accountId, lineId);
    await holdTransfers(trx, [transferId]);
    const payout = await findPayout(trx, account, transferId);
    if (payout === undefined) throw new Problem("not_found", "No payout to this account has this ID.");
    const left = leftOf(line, await matchedOf(trx, [lineId]));
    const amount = asked === undefined ? left : koboText(toKobo(asked) ?? 0n);
    if ((toKobo(left) ?? 0n) === 0n)
      throw new Problem("line_in_use", "All of this line is matched. Withdraw that match first.");
    if (compareAmounts(amount as Amount, left as Amount) > 0 || (toKobo(amount) ?? 0n) <= 0n)
      throw new Problem("invalid_input", "Nothing was saved.", {
        errors: [
          { path: "amount", message: `Enter more than 0 and at most ${left}, what is left of the line.` },
        ],
      });
    // By which rule the two alone would be proposed.
    const [proposal] = matchLines([toMatch(line, left, false)], [toTransfer(payout)]);
    const rule = proposal !== undefined && amount === left ? proposal.rule : "S3";
    await writeMatch(trx, { line, transferId, rule, amount, reason: difference ?? null }, actor);
  });
  await sayMissed(ledger, accountId);
}

type NewMatch = {
  line: StatementLineRow;
  transferId: string;
  rule: LineMatchRow["rule"];
  amount: string;
  reason: ReceivedReason | null;
};

/** For a locked account and transfer. */
async function writeMatch(
  trx: Trx,
  { line, transferId, rule, amount, reason }: NewMatch,
  actor: Actor,
): Promise<void> {
  const row: LineMatchRow = {
    ...{
      id: randomUUID(),
      line_id: line.id,
      account_id: line.account_id,
      transfer_id: transferId,
      amount,
      rule,
    },
    ...{ matched_at: await readDatabaseTime(trx), matched_by: actor.person.id },
    ...{ withdrawn_at: null, withdrawn_by: null },
  };
  await trx.insertInto("line_matches").values(row).execute();
  coverRecord(trx, "match-1", row);
  await appendReceived(trx, transferId, {
    record: { source: "own_statement", amount: amount as Amount, day: line.day, reason, line: row.id },
    text: null,
    actor,
  });
}

/** Takes a match back; both it and the record of its transfer stay. A repeat changes nothing. Throws `not_found`. */
export async function withdrawMatch(
  accountId: string,
  matchId: string,
  { reason }: MatchWithdrawal,
  actor: Actor,
): Promise<void> {
  const ledger = await db();
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_books");
    await lockAccount(trx, accountId);
    const before = await trx
      .selectFrom("line_matches")
      .selectAll()
      .where("id", "=", matchId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (before === undefined) throw new Problem("not_found", "No match has this ID.");
    if (before.withdrawn_at !== null) return;
    const { transfer_id: transferId } = before;
    await holdTransfers(trx, [transferId]);
    const records = await readRecords(trx, transferId);
    const of = records.find(({ record }) => record.line === matchId);
    if (of === undefined) throw changed();
    const row: LineMatchRow = {
      ...before,
      ...{ withdrawn_at: await readDatabaseTime(trx), withdrawn_by: actor.person.id },
    };
    await trx.updateTable("line_matches").set(row).where("id", "=", matchId).execute();
    coverRecord(trx, "match-1", row);
    await appendWithdrawal(trx, transferId, {
      of: of.seq,
      source: "own_statement",
      text: reason.trim(),
      actor,
    });
  });
  await sayMissed(ledger, accountId);
}

/** Payouts that a person can say a line is: those to the account, the nearest amounts first. */
export async function findCandidates(accountId: string, lineId: string): Promise<{ items: Payout[] }> {
  const ledger = await db();
  const account = await findAccount(ledger, accountId);
  const line = await findLine(ledger, accountId, lineId);
  const left = leftOf(line, await matchedOf(ledger, [lineId]));
  const rows = await allPayouts(ledger, account);
  const distance = (row: PayoutRow) => {
    const expected = expectedOf(row.accepted_output, row.quote_output);
    return expected === null ? null : (subtractAmounts(expected, left as Amount).replace("-", "") as Amount);
  };
  const sorted = rows
    .filter(({ asked_day }) => asked_day <= line.day)
    .map((row) => ({ row, far: distance(row) }))
    .sort((a, b) => (a.far === null ? 1 : b.far === null ? -1 : compareAmounts(a.far, b.far)));
  return { items: sorted.slice(0, mostCandidates).map(({ row }) => shownPayout(row)) };
}

async function findLine(ledger: Db | Trx, accountId: string, id: string): Promise<StatementLineRow> {
  const row = await ledger
    .selectFrom("statement_lines")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem("not_found", "No line of this account has this ID.");
  if (row.side === "credit") return row;
  throw new Problem("not_possible_now", "This line takes money out of the account. Nothing was saved.");
}

function changed(): Problem {
  const detail =
    "Lines or payouts have changed since your page showed these matches. Nothing was confirmed. Look at them again.";
  return new Problem("match_changed", detail);
}
