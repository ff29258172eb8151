import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import { auditTables } from "./audit";
import { bookTables } from "./books";
import { bulkTables } from "./bulk";
import { callbackTables } from "./callbacks";
import { controlTables } from "./controls";
import { depositTables } from "./deposits";
import { wordsOfPostgres, wordsOfSqlite } from "./engine-words";
import { eventTables } from "./events";
import { insightTables } from "./insight";
import { installationTables } from "./installation";
import { messageTables } from "./messages";
import { payeeTables } from "./payees";
import { peopleTables } from "./people";
import { transferIndexes, transferTable } from "./transfers";

/** The first migration: every table, empty but for the head of the audit log and the row of the database server. */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  const words = isPostgres(db) ? wordsOfPostgres : wordsOfSqlite;
  const statements = [
    ...peopleTables,
    transferTable(words),
    ...transferIndexes(words),
    ...eventTables(words),
    ...callbackTables(words),
    ...payeeTables,
    ...depositTables,
    ...messageTables(words),
    ...insightTables(words),
    ...controlTables,
    ...bulkTables,
    ...bookTables,
    ...auditTables,
    ...installationTables,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
