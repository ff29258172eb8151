import { createHash, randomUUID } from "node:crypto";
import { Problem } from "#lib/contract/problem";
import { type BroughtStatement, type Statement, StatementForm } from "#lib/features/books/books-answers";
import type { CheckedStatementInput } from "#lib/features/books/books-input";
import { fitsAccount } from "#lib/features/books/statement/letterhead";
import { readStatement } from "#lib/features/books/statement/read-statement";
import type { ReadStatement, StatementSaid } from "#lib/features/books/statement/statement";
import { statementFields, statementLimits } from "#lib/features/books/statement/statement-fields";
import { lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { readGrid, refuseCount } from "#lib/server/table-files/read-table";
import { unreadable } from "#lib/server/table-files/unreadable";
import type { StatementLineRow, StatementRow } from "#lib/server/tables/books/book-rows";
import { linesHashOf } from "#lib/server/tables/books/lines-hash";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { Grid } from "#lib/table/table";
import { unclearWords } from "#lib/table/unclear-words";
import { dayOf } from "#lib/text/zone-day";
import { sayMissed } from "./missed-payouts";
import { findAccount, type KnownAccount, lockAccount, requireMarked, writeAccount } from "./own-accounts";
import { refuseUnclearDays } from "./unclear-days";
import { viewStatement } from "./view-statement";

/**
 * Invariant: a line is in an account once, by what makes it the same in another file and by its number among equal lines; so a
 * file that is brought again, or that overlaps another, brings nothing twice, and nothing that is equal is dropped.
 */

/** Lines of one insert: each has thirteen values. */
const atOnce = 200;
/** Of what there is to say of a file’s rows; all are counted. */
const mostKept = 100;

/** Under a key (a UUID): a repeat returns the same statement. */
export async function bringStatement(
  key: string,
  input: CheckedStatementInput,
  actor: Actor,
): Promise<{ statement: Statement; isNew: boolean }> {
  const ledger = await db();
  const contentHash = hashOf(JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))));
  const earlier = await findByKey(ledger, key, contentHash);
  if (earlier !== undefined) return { statement: await viewStatement(earlier.id, {}, actor), isNew: false };
  const account = await findAccount(ledger, input.account);
  requireMarked(account);
  const read = await readBrought(input, account);
  requireAccount(read, account);
  const id = randomUUID();
  const isNew = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "keep_books");
    const locked = await lockAccount(trx, account.id);
    requireMarked(locked);
    if ((await findByKey(trx, key, contentHash)) !== undefined) return false;
    const fresh = await freshLines(trx, locked.id, id, read);
    const [first, last] = [read.lines[0], read.lines.at(-1)];
    if (first === undefined || last === undefined) throw unreadable("There is no line of money in it.");
    const row: StatementRow = {
      ...{ id, idempotency_key: key, content_hash: contentHash, account_id: locked.id },
      name: input.name.trim(),
      file_hash: hashOf(bytesOf(input)),
      ...{ brought_at: await readDatabaseTime(trx), brought_by: actor.person.id },
      ...{ first_day: first.day, last_day: last.day },
      ...{ fresh: fresh.length, known: read.lines.length - fresh.length, lines_hash: linesHashOf(fresh) },
      ...{ opening: read.opening, closing: read.closing },
      doubts: read.breaks.length + read.faults.length,
      brought: JSON.stringify(broughtOf(read)),
      ...{ removed_at: null, removed_by: null },
    };
    const inserted = await trx
      .insertInto("statements")
      .values(row)
      .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
      .executeTakeFirst();
    // Another account’s, at the same time: what it was used for is told below.
    if (inserted.numInsertedOrUpdatedRows === 0n) return false;
    coverRecord(trx, "statement-1", row);
    for (let from = 0; from < fresh.length; from += atOnce)
      await trx
        .insertInto("statement_lines")
        .values(fresh.slice(from, from + atOnce))
        .execute();
    const { payeeName: _1, bankName: _2, accountName: _3, isMarked: _4, ...own } = locked;
    await writeAccount(trx, { ...own, form: JSON.stringify(formOf(input, read)) });
    await appendAudit(trx, {
      ...{ ...originOf(actor), action: "statement_brought", recordId: id },
      detail: {
        ...{ accountLastFour: lastFour(locked.account_number), file: `sha256:${row.file_hash}` },
        ...{ rows: `${fresh.length}`, firstDay: row.first_day, lastDay: row.last_day },
      },
    });
    return true;
  });
  if (isNew) await sayMissed(ledger, account.id);
  const made = isNew ? { id } : await findByKey(ledger, key, contentHash);
  return { statement: await viewStatement(made?.id ?? id, {}, actor), isNew };
}

/** By what the file says, else by what a person said of an earlier one of the account with the same columns. */
async function readBrought(
  { file, text, sheet, mapping, dayOrder }: CheckedStatementInput,
  { form: stored }: KnownAccount,
): Promise<ReadStatement> {
  const brought = file === undefined ? { text: text ?? "" } : { file: Buffer.from(file, "base64"), sheet };
  const grid = await readGrid(brought, statementFields, statementLimits);
  const form = stored === null ? undefined : StatementForm.safeParse(JSON.parse(stored)).data;
  const today = dayOf(Date.now(), env().timeZone);
  const said: StatementSaid = { mapping, dayOrder: dayOrder ?? form?.dayOrder ?? undefined };
  let read = readStatement(grid, said, today);
  const known = form?.mapping as StatementSaid["mapping"] | null | undefined;
  if ("unclear" in read && mapping === undefined && known && isSameHeader(grid, known, form?.header ?? []))
    read = readStatement(grid, { ...said, mapping: known }, today);
  if ("unclear" in read) throw new Problem("columns_unclear", ...unclearWords(read.unclear, statementFields));
  if ("daysUnclear" in read) throw refuseUnclearDays(read.daysUnclear);
  refuseCount(read.rows, statementLimits);
  return read;
}

function isSameHeader(grid: Grid, { headerLine }: { headerLine: number | null }, header: readonly string[]) {
  const line = grid.lines.find(({ n }) => n === headerLine);
  return line !== undefined && JSON.stringify(line.cells.map(({ text }) => text)) === JSON.stringify(header);
}

function requireAccount({ account, currency }: ReadStatement, { account_number, bankName }: KnownAccount) {
  const refuse = (text: string) => new Problem("wrong_account", `${text} Nothing was saved.`);
  if (account !== null && !fitsAccount(account, account_number))
    throw refuse(
      `The file says that it is of the account ending in ${account.slice(-4)}; this one is the ${bankName} account ending in ${lastFour(account_number)}.`,
    );
  if (currency !== null && currency !== "NGN")
    throw refuse(`The file says that its amounts are in ${currency}; this account is in naira.`);
}

async function freshLines(
  trx: Trx,
  accountId: string,
  statementId: string,
  { lines }: ReadStatement,
): Promise<StatementLineRow[]> {
  const [first, last] = [lines[0]?.day ?? "", lines.at(-1)?.day ?? ""];
  const days = lines.map(({ day }) => day).sort();
  const here = await trx
    .selectFrom("statement_lines")
    .select(["identity", "occurrence"])
    .where("account_id", "=", accountId)
    .where("day", ">=", days[0] ?? first)
    .where("day", "<=", days.at(-1) ?? last)
    .execute();
  const known = new Set(here.map(({ identity, occurrence }) => `${identity} ${occurrence}`));
  return lines.flatMap((line): StatementLineRow[] => {
    const identity = hashOf(line.identity);
    if (known.has(`${identity} ${line.occurrence}`)) return [];
    const { n, occurrence, day, valueDay, side, amount, balance, reference, narration } = line;
    return [
      {
        ...{ id: `${statementId}.${n}`, statement_id: statementId, account_id: accountId, n, identity },
        ...{ occurrence, day, value_day: valueDay, side, amount, balance, reference, narration },
      },
    ];
  });
}

function broughtOf(read: ReadStatement): BroughtStatement {
  const { kind, headerLine, emptyRows, others, faults, remarks, breaks } = read;
  const { hasBalances, isSwapped, dayOrder, account } = read;
  return {
    ...{ kind, headerLine, emptyRows, hasBalances, isSwapped, dayOrder, account },
    above: read.above.map(({ n, cells }) => ({ n, cells: cells.map(({ text }) => text.slice(0, 200)) })),
    columns: read.columns.map(({ name, field }) => ({ name: name.slice(0, 200), field })),
    counts: {
      ...{ others: others.length, faults: faults.length },
      ...{ remarks: remarks.length, breaks: breaks.length },
    },
    others: others
      .slice(0, mostKept)
      .map(({ n, kind: what, text }) => ({ n, kind: what, text: text.slice(0, 200) })),
    faults: faults.slice(0, mostKept),
    remarks: remarks.slice(0, mostKept),
    breaks: breaks.slice(0, mostKept).map(({ afterN, missing }) => ({ afterN, missing: missing as Amount })),
    chargesSum: read.charges.sum as Amount,
  };
}

function formOf({ mapping }: CheckedStatementInput, { columns, dayOrder }: ReadStatement): StatementForm {
  return { mapping: mapping ?? null, header: columns.map(({ name }) => name), dayOrder };
}

function bytesOf({ file, text }: CheckedStatementInput): string | Uint8Array {
  return file === undefined ? (text ?? "") : Buffer.from(file, "base64");
}

async function findByKey(ledger: Db | Trx, key: string, contentHash: string) {
  const row = await ledger
    .selectFrom("statements")
    .select(["id", "content_hash"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (row !== undefined && row.content_hash !== contentHash) {
    const detail =
      "It was used for another statement. Nothing was saved now. Use a new key for a new statement.";
    throw new Problem("idempotency_key_reused", detail, { extra: { statementId: row.id } });
  }
  return row;
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
