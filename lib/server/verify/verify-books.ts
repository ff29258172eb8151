import { setImmediate } from "node:timers/promises";
import { toEvent } from "#lib/server/standing/received-facts";
import type { LineMatchRow, StatementRow } from "#lib/server/tables/books/book-rows";
import { linesHashOf } from "#lib/server/tables/books/lines-hash";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: reads only. The lines of a statement are those that it brought, each match and the record of its transfer say the
 * same, and no line has given more than it has.
 */

type Fault = { total: string; text: string };

/** Matches of one question. */
const atOnce = 500;

/** The lines of each statement; of one that was taken out there are none. */
export async function verifyLines(ledger: Db, statements: readonly StatementRow[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { id, account_id, lines_hash, removed_at, fresh } of statements) {
    const lines = await ledger
      .selectFrom("statement_lines")
      .selectAll()
      .where("statement_id", "=", id)
      .execute();
    const isWhole =
      removed_at === null
        ? lines.length === fresh &&
          linesHashOf(lines) === lines_hash &&
          lines.every((line) => line.account_id === account_id)
        : lines.length === 0;
    if (!isWhole) faults.push({ total: `statement ${id}`, text: "its lines are not those that it brought" });
    await setImmediate();
  }
  return faults;
}

/** Each match is what its transfer's record says, each record of a statement has its match, and no line gave too much. */
export async function verifyMatches(ledger: Db, matches: readonly LineMatchRow[]): Promise<Fault[]> {
  const said = await readSaid(ledger);
  const faults = matches.flatMap((match): Fault[] => {
    const own = said.get(match.id);
    said.delete(match.id);
    const isSame =
      own !== undefined &&
      own.transferId === match.transfer_id &&
      own.amount === match.amount &&
      own.isWithdrawn === (match.withdrawn_at !== null);
    return isSame ? [] : [{ total: `match ${match.id}`, text: "its transfer’s record says something else" }];
  });
  for (const [id, { transferId }] of said)
    faults.push({ total: `match ${id}`, text: `it is gone, and transfer ${transferId} has its record` });
  return [...faults, ...(await verifySums(ledger, matches))];
}

type Said = { transferId: string; amount: string; isWithdrawn: boolean };

/** By match: what the transfers' records say. */
async function readSaid(ledger: Db): Promise<Map<string, Said>> {
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "at", "kind", "raw"])
    .where("kind", "in", ["received", "received_withdrawn"])
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const said = new Map<string, Said>();
  const places = new Map<string, Said>();
  for (const row of rows) {
    const event = toEvent(row);
    if (event?.kind === "received" && event.record.line !== null) {
      const own = { transferId: row.transfer_id, amount: event.record.amount, isWithdrawn: false };
      said.set(event.record.line, own);
      places.set(`${row.transfer_id} ${row.seq}`, own);
    }
    const withdrawn =
      event?.kind === "received_withdrawn" ? places.get(`${row.transfer_id} ${event.of}`) : undefined;
    if (withdrawn !== undefined) withdrawn.isWithdrawn = true;
  }
  return said;
}

async function verifySums(ledger: Db, matches: readonly LineMatchRow[]): Promise<Fault[]> {
  const given = new Map<string, bigint>();
  for (const { line_id, amount, withdrawn_at } of matches)
    if (withdrawn_at === null) given.set(line_id, (given.get(line_id) ?? 0n) + koboOf(amount));
  const ids = [...new Set(matches.map(({ line_id }) => line_id))];
  const faults: Fault[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const lines = await ledger
      .selectFrom("statement_lines")
      .select(["id", "amount", "account_id"])
      .where(isOneOf(ledger, "id", some))
      .execute();
    const accounts = new Map(lines.map(({ id, account_id }) => [id, account_id]));
    const looked = new Set(some);
    for (const { id, amount } of lines)
      if ((given.get(id) ?? 0n) > koboOf(amount))
        faults.push({ total: `line ${id}`, text: "more of it is matched than it has" });
    for (const { id, line_id, account_id } of matches)
      if (looked.has(line_id) && accounts.get(line_id) !== account_id)
        faults.push({ total: `match ${id}`, text: "its line is of another account, or gone" });
    await setImmediate();
  }
  return faults;
}

/** Of a text with two decimals; a changed one is named by its own line in the audit log. */
function koboOf(amount: string): bigint {
  return /^\d+\.\d{2}$/.test(amount) ? BigInt(amount.replace(".", "")) : 0n;
}
