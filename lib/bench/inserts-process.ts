import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { db } from "#lib/server/database/db";

/**
 * Writes single rows, each committed to the disk before the next of its connection, and prints how many a second as
 * JSON: what the engine can do when nothing is asked of it but to keep.
 */
const [connections = 1, seconds = 1] = process.argv.slice(2).map(Number);
const ledger = await db();
await sql`create table if not exists bench_inserts (id text primary key, body text not null)`.execute(ledger);
const body = "x".repeat(300);
/** A process that has just started is not yet compiled. */
const begin = performance.now() + 1_000;
const end = begin + seconds * 1_000;
let written = 0;
async function write(): Promise<void> {
  while (performance.now() < end) {
    await sql`insert into bench_inserts values (${randomUUID()}, ${body})`.execute(ledger);
    if (performance.now() >= begin) written += 1;
  }
}
await Promise.all(Array.from({ length: connections }, write));
await sql`drop table bench_inserts`.execute(ledger);
process.stdout.write(JSON.stringify(written / seconds));
await ledger.destroy();
process.exit(0);
