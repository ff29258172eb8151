import { Problem } from "#lib/contract/problem";
import { may } from "#lib/contract/roles";
import { BroughtStatement, type Statement, type StatementSummary } from "#lib/features/books/books-answers";
import { rowsAPage } from "#lib/features/books/books-input";
import type { Amount } from "#lib/money/money";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { StatementRow } from "#lib/server/tables/books/book-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import { sayMissed } from "./missed-payouts";
import { lockAccount } from "./own-accounts";
import { leftOf, matchedOf, shownLine } from "./stored-lines";

const mostListed = 100;

/** What a file gave, with a page of the lines that were new in it. */
export async function viewStatement(
  id: string,
  { from = 0 }: { from?: number | undefined },
  actor: Actor,
): Promise<Statement> {
  const ledger = await db();
  const row = await withNames(ledger).where("statements.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noStatement();
  const lines = await ledger
    .selectFrom("statement_lines")
    .selectAll()
    .where("statement_id", "=", id)
    .orderBy("n")
    .offset(from)
    .limit(rowsAPage)
    .execute();
  const matched = await matchedOf(
    ledger,
    lines.map((line) => line.id),
  );
  const read = BroughtStatement.parse(JSON.parse(row.brought));
  // What stands around the lines can hold other people's names, as they do.
  const isSeen = may(actor.person.role, "keep_books");
  return {
    ...summaryOf(row),
    accountId: row.account_id,
    opening: row.opening as Amount | null,
    closing: row.closing as Amount | null,
    read: isSeen ? read : { ...read, above: [], others: read.others.map((each) => ({ ...each, text: "" })) },
    lines: lines.map((line) => shownLine(line, leftOf(line, matched), actor)),
  };
}

/** The newest first. */
export async function listStatements(ledger: Db | Trx, accountId: string): Promise<StatementSummary[]> {
  const rows = await withNames(ledger)
    .where("account_id", "=", accountId)
    .orderBy("last_day", "desc")
    .orderBy("brought_at", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(summaryOf);
}

/** Takes the lines out of the ledger. Throws `line_in_use` where one of them was ever matched. */
export async function removeStatement(id: string, actor: Actor): Promise<Statement> {
  const ledger = await db();
  const { account_id: accountId } = await find(ledger, id);
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_books");
    await lockAccount(trx, accountId);
    const before = await find(trx, id);
    if (before.removed_at !== null) return;
    await requireUnmatched(trx, id);
    await requireNewest(trx, before);
    const { numDeletedRows } = await trx
      .deleteFrom("statement_lines")
      .where("statement_id", "=", id)
      .executeTakeFirst();
    const row: StatementRow = {
      ...before,
      ...{ removed_at: await readDatabaseTime(trx), removed_by: actor.person.id },
    };
    await trx.updateTable("statements").set(row).where("id", "=", id).execute();
    coverRecord(trx, "statement-1", row);
    const detail = { rows: `${numDeletedRows}` };
    await appendAudit(trx, { ...originOf(actor), action: "statement_removed", recordId: id, detail });
  });
  await sayMissed(ledger, accountId);
  return viewStatement(id, {}, actor);
}

async function requireUnmatched(trx: Trx, id: string): Promise<void> {
  const used = await trx
    .selectFrom("line_matches")
    .innerJoin("statement_lines", "statement_lines.id", "line_matches.line_id")
    .select("n")
    .where("statement_id", "=", id)
    .orderBy("n")
    .limit(1)
    .executeTakeFirst();
  if (used === undefined) return;
  const detail = `Line ${used.n} is, or was, matched with a payout, so the statement stays. Nothing was removed.`;
  throw new Problem("line_in_use", detail);
}

/** What another file found here already, it did not bring: those lines would be missing from its days. */
async function requireNewest(trx: Trx, statement: StatementRow): Promise<void> {
  const { id, account_id, first_day, last_day, brought_at } = statement;
  const other = await trx
    .selectFrom("statements")
    .select("name")
    .where("account_id", "=", account_id)
    .where("id", "<>", id)
    .where("brought_at", ">=", brought_at)
    .where("removed_at", "is", null)
    .where("known", ">", 0)
    .where("first_day", "<=", last_day)
    .where("last_day", ">=", first_day)
    .executeTakeFirst();
  if (other === undefined) return;
  const detail = `“${other.name}” overlaps it and counts on its lines. Take that one out first. Nothing was removed.`;
  throw new Problem("line_in_use", detail);
}

async function find(trx: Db | Trx, id: string): Promise<StatementRow> {
  const row = await trx.selectFrom("statements").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noStatement();
  return row;
}

function noStatement(): Problem {
  return new Problem("not_found", "No statement has this ID.");
}

function withNames(ledger: Db | Trx) {
  return ledger
    .selectFrom("statements")
    .leftJoin("people", "people.id", "statements.brought_by")
    .selectAll("statements")
    .select(calledName().as("by"));
}

function summaryOf(row: StatementRow & { by: string | null }): StatementSummary {
  return {
    ...{ id: row.id, name: row.name, broughtAt: row.brought_at, broughtBy: row.by },
    ...{ from: row.first_day, until: row.last_day, fresh: row.fresh, known: row.known, doubts: row.doubts },
    isRemoved: row.removed_at !== null,
  };
}
