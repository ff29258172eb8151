import "#lib/features/all/index";
import { randomFrom } from "#lib/bench/seed/random";
import { findInsight } from "#lib/features/insight/server/insight";
import { findRecentFigures } from "#lib/features/insight/server/recent-figures";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { liveOn } from "#lib/testing/ledger/random-lives";

/** Counts a ledger, and prints as JSON what that took, what a pass of new happenings takes, and what each range costs to read. */
const tries = 31;
const atOnce = 500;
const ledger = await db();
const { timeZone, database } = env();
const lines: string[] = [];
const say = (line: string) => lines.push(`${database.kind}, ${line}`);

const start = performance.now();
while (await followUp(ledger, timeZone, { happenings: atOnce, transfers: 5_000 }));
say(`history counted in ${((performance.now() - start) / 1_000).toFixed(1)} s`);

const passes: number[] = [];
for (let round = 0; round < 7; round++) {
  await happen(round);
  passes.push(await timed(() => followUp(ledger, timeZone)));
}
say(`a pass of ${atOnce}: median ${middle(passes)} ms, most ${Math.max(...passes).toFixed(1)} ms`);

for (const open of [0, atOnce]) {
  if (open > 0) await happen(100);
  for (const range of ["month", "7d", "30d", "13w", "12m"] as const)
    say(`${range} with ${open} open happenings: median ${await medianOf(() => findInsight({ range }))} ms`);
  say(`the overview's part with ${open} open happenings: median ${await medianOf(findRecentFigures)} ms`);
}
console.log(JSON.stringify(lines));
await ledger.destroy();

/** A change of status in so many transfers that the service knows. */
async function happen(round: number): Promise<void> {
  const rows = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("status", "=", "paid")
    .orderBy("created_at", "desc")
    .limit(atOnce)
    .offset(round * atOnce)
    .execute();
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 50) await liveOn(ledger, ids.slice(at, at + 50), randomFrom(at));
}

async function medianOf(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let count = 0; count < tries; count++) times.push(await timed(work));
  return middle(times);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function middle(times: readonly number[]): string {
  return ([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1);
}
