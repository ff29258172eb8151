import { sql } from "kysely";
import { findQueue } from "#lib/features/controls/server/find-queue";
import { readActor } from "#lib/server/auth/session";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import { askAbout } from "#lib/testing/controls/waiting-requests";
import { askedDuring, readBy } from "#lib/testing/database/query-plans";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Reads a queue of approvals that is empty and then long, and prints as JSON what each took, in turns of one process. */
const tries = 300;
const long = 10_000;
const ledger = await db();
const { database } = env();
const finance = { role: "finance", hasSecondFactor: true } as const;
const makers = [];
for (let count = 0; count < 5; count++) makers.push(await writeSession(ledger, testSecret, finance));
const { cookie } = await writeSession(ledger, testSecret, finance);
const actor = await readActor(new Headers({ cookie }), true);
if (actor === undefined) throw new Error("Nobody is signed in.");
const lines: string[] = [];

const empty = await timesOf();
const subjects = await ledger.selectFrom("transfers").select("id").orderBy("id").limit(long).execute();
await askAbout(
  ledger,
  subjects.map(({ id }) => id),
  makers.map(({ personId }) => personId),
);
await sql`analyze`.execute(ledger);
const full = await timesOf();
const { yours, others } = await findQueue(actor);
const listed = yours.length + others.length;
const { rows, queries } = await askedDuring(() => findQueue(actor));
const read = isPostgres(ledger) ? await readBy(ledger, queries) : undefined;
lines.push(
  `${database.kind}, queue of ${long} requests: p50 ${at(full, 0.5)} ms, p99 ${at(full, 0.99)} ms, ${ratio(0.5)} of an empty one at p50 and ${ratio(0.99)} at p99; ${listed} listed, ${rows} rows answered${read === undefined ? "" : `, ${read} rows of requests read`}`,
);
console.log(JSON.stringify(lines));
await ledger.destroy();

async function timesOf(): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < tries; count++) {
    const began = performance.now();
    if (actor !== undefined) await findQueue(actor);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

function at(times: readonly number[], share: number): string {
  return (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

function ratio(share: number): string {
  return (Number(at(full, share)) / Number(at(empty, share))).toFixed(1);
}
