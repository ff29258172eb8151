import { createHash } from "node:crypto";
import type { AccountDetail, Match, OwnAccount, Proposed } from "#lib/features/books/books-answers";
import {
  type AccountList,
  type AccountListInput,
  proposalsAtOnce,
  rowsAPage,
} from "#lib/features/books/books-input";
import type { Proposal } from "#lib/features/books/statement/match-lines";
import { knownReason, whyProposed } from "#lib/features/books/statement/match-words";
import { lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { inSnapshot } from "#lib/server/database/snapshot";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import {
  type AccountFacts,
  countWaiting,
  missingDays,
  notFound,
  openLines,
  type PayoutRow,
  readFacts,
  shownPayout,
} from "./account-facts";
import { findAccount, type KnownAccount, listAccounts } from "./own-accounts";
import { leftOf, matchedOf, shownLine } from "./stored-lines";
import { listStatements } from "./view-statement";

/** Every own account with what there is to do in it. */
export async function viewAccounts(): Promise<{ items: OwnAccount[] }> {
  return inSnapshot(await db(), async (trx) => {
    const items: OwnAccount[] = [];
    for (const account of await listAccounts(trx))
      items.push(summaryOf(account, await readFacts(trx, account), await countMatches(trx, account.id)));
    return { items };
  });
}

/** One with a page of one of its lists; without saying which, the first that has something to do. */
export async function viewAccount(
  id: string,
  { show: asked, from = 0 }: AccountListInput,
  actor: Actor,
): Promise<AccountDetail> {
  return inSnapshot(await db(), async (trx) => {
    const account = await findAccount(trx, id);
    const facts = await readFacts(trx, account);
    const summary = summaryOf(account, facts, await countMatches(trx, id));
    const show = asked ?? usefulList(summary.counts);
    const none = { seen: "", proposals: [], payouts: [], lines: [], matches: [] };
    const found = await listOf({ trx, id, facts, actor }, show, from);
    return { ...summary, show, ...none, ...found, statements: await listStatements(trx, id) };
  });
}

function usefulList(counts: OwnAccount["counts"]): AccountList {
  const order = ["exact", "suggested", "not_found", "not_reported"] as const;
  return order.find((list) => counts[list] > 0) ?? "matched";
}

type Reading = { trx: Trx; id: string; facts: AccountFacts; actor: Actor };

async function listOf({ trx, id, facts, actor }: Reading, show: AccountList, from: number) {
  const payouts = (rows: readonly PayoutRow[]) => ({
    payouts: rows.slice(from, from + rowsAPage).map(shownPayout),
  });
  if (show === "exact" || show === "suggested") {
    const shown = proposalsOf(facts, show);
    return {
      seen: seenHash(shown),
      proposals: shown.flatMap((proposal) => shownProposal(proposal, facts, actor) ?? []),
    };
  }
  if (show === "not_found") return payouts(notFound(facts));
  if (show === "open_lines") {
    const rows = openLines(facts).slice(from, from + rowsAPage);
    return { lines: rows.map((row) => shownLine(row, facts.left.get(row.id) ?? row.amount, actor)) };
  }
  return { matches: await readMatches(trx, { accountId: id, show, from }, actor) };
}

/** Those that are shown, and confirmed, at once: the oldest lines first. */
export function proposalsOf({ proposals }: AccountFacts, standing: Proposal["standing"]): Proposal[] {
  return proposals.filter((each) => each.standing === standing).slice(0, proposalsAtOnce);
}

/** Of all that a person confirms by one press. */
export function seenHash(proposals: readonly Proposal[]): string {
  const facts = proposals.map(({ lineId, transferId, rule, difference }) => [
    ...[lineId, transferId, rule, difference],
  ]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

function shownProposal(proposal: Proposal, facts: AccountFacts, actor: Actor): Proposed | undefined {
  const line = facts.lines.get(proposal.lineId);
  const payout = facts.payouts.get(proposal.transferId);
  if (line === undefined || payout === undefined) return undefined;
  return {
    line: shownLine(line, facts.left.get(line.id) ?? line.amount, actor),
    transfer: shownPayout(payout),
    rule: proposal.rule,
    difference: proposal.difference as Amount,
    reason: knownReason(proposal),
    why: whyProposed(proposal),
  };
}

function summaryOf(
  account: KnownAccount,
  facts: AccountFacts,
  matched: { all: number; notReported: number },
): OwnAccount {
  const standing = (which: Proposal["standing"]) =>
    facts.proposals.filter((each) => each.standing === which).length;
  return {
    id: account.id,
    payee: { id: account.payee_id, name: account.payeeName },
    bankName: account.bankName,
    accountLastFour: lastFour(account.account_number),
    isMarked: account.isMarked,
    covered: facts.covered,
    missing: missingDays(facts.covered),
    waiting: countWaiting(facts),
    counts: {
      ...{ exact: standing("exact"), suggested: standing("suggested") },
      ...{ not_found: notFound(facts).length, not_reported: matched.notReported },
      ...{ open_lines: openLines(facts).length, matched: matched.all },
    },
  };
}

function standingMatches(ledger: Db | Trx, accountId: string) {
  return ledger
    .selectFrom("line_matches")
    .innerJoin("transfers", "transfers.id", "line_matches.transfer_id")
    .where("line_matches.account_id", "=", accountId)
    .where("withdrawn_at", "is", null);
}

async function countMatches(ledger: Db | Trx, accountId: string) {
  const row = await standingMatches(ledger, accountId)
    .select(({ fn }) => [
      fn.countAll<number | string>().as("all"),
      fn.count<number | string>("paid_at").as("reported"),
    ])
    .executeTakeFirstOrThrow();
  const all = Number(row.all);
  return { all, notReported: all - Number(row.reported) };
}

/** The newest first. */
async function readMatches(
  trx: Trx,
  { accountId, show, from }: { accountId: string; show: AccountList; from: number },
  actor: Actor,
): Promise<Match[]> {
  const rows = await standingMatches(trx, accountId)
    .leftJoin("people", "people.id", "line_matches.matched_by")
    .select(["line_matches.id as match_id", "line_id", "line_matches.amount as matched_amount", "matched_at"])
    .select(["transfers.id", "transaction_id", "transfers.reference", "transfers.account_name"])
    .select(["transfers.created_at", "asked_day", "paid_at", "accepted_output", "quote_output"])
    .select(calledName().as("by"))
    .$if(show === "not_reported", (query) => query.where("paid_at", "is", null))
    .orderBy("matched_at", "desc")
    .orderBy("line_matches.id", "desc")
    .offset(from)
    .limit(rowsAPage)
    .execute();
  const ids = rows.map(({ line_id }) => line_id);
  if (ids.length === 0) return [];
  const lines = await trx
    .selectFrom("statement_lines")
    .selectAll()
    .where(isOneOf(trx, "id", ids))
    .execute();
  const byId = new Map(lines.map((line) => [line.id, line]));
  const matched = await matchedOf(trx, ids);
  return rows.flatMap((row): Match[] => {
    const line = byId.get(row.line_id);
    if (line === undefined) return [];
    return [
      {
        ...{ id: row.match_id, amount: row.matched_amount as Amount },
        ...{ line: shownLine(line, leftOf(line, matched), actor), transfer: shownPayout(row) },
        ...{ matchedAt: row.matched_at, matchedBy: row.by },
      },
    ];
  });
}
