import { unmetWords } from "#lib/features/controls/control-words";
import { whoCannotMeet } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import type { FeatureFigure } from "#lib/server/database/feature-figures";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { canBeMet } from "./counting";
import { readColleagues } from "./read-people";
import { readRules } from "./rules/stored-rules";

/** Invariant: reads only, and names nobody but to the doctor, who runs on the server. */

const dayMs = 24 * 60 * 60_000;
/** Beyond the longest that a request lives. */
const longestLifeMs = 9 * dayMs;
const mostLooked = 1_000;
const clocksMs = 60_000;

const outcomes = ["approved", "declined", "withdrawn", "expired"] as const;

/** For the metrics. */
export async function readControlFigures(ledger: Db): Promise<FeatureFigure[]> {
  const waiting = await ledger
    .selectFrom("requests")
    .select(({ fn }) => [fn.countAll<number | string>().as("count"), fn.min("asked_at").as("oldest")])
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  const ended = await ledger
    .selectFrom("requests")
    .select("state")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("state", "in", outcomes)
    // By it the index leaves out what ended long ago.
    .where("asked_at", ">", databaseTime(ledger, -longestLifeMs))
    .where("ended_at", ">", databaseTime(ledger, -dayMs))
    .groupBy("state")
    .execute();
  const pending = await ledger
    .selectFrom("control_rules")
    .select("made_at")
    .where("state", "=", "proposed")
    .executeTakeFirst();
  const counts = new Map<string, number>(ended.map(({ state, count }) => [state, Number(count)]));
  return [
    {
      ...{ name: "approvals_waiting", help: "Requests that wait for an approval." },
      value: Number(waiting.count),
    },
    {
      name: "oldest_waiting_approval_seconds",
      help: "Age of the oldest of them; 0 when none waits.",
      // Aggregates over no row are null, whatever the column is.
      value: secondsSince(waiting.oldest as string | null),
    },
    ...outcomes.map((outcome) => ({
      name: "approvals_ended_last_day",
      help: "Requests that ended in the last 24 hours, by outcome.",
      label: ["outcome", outcome] as [string, string],
      value: counts.get(outcome) ?? 0,
    })),
    {
      name: "looser_rules_pending_seconds",
      help: "Since when looser rules for payouts wait to count; 0 when none do.",
      value: secondsSince(pending?.made_at ?? null),
    },
  ];
}

function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, Date.now() - Date.parse(time)) / 1_000;
}

/** For whom the rules can't be met, in words, and how many of the oldest requests nobody can decide now. */
export async function readUnmet(ledger: Db): Promise<{ words: string[]; stuck: number }> {
  const { rules } = await readRules(ledger);
  const { people, now } = await readColleagues(ledger);
  const words = whoCannotMeet(rules, people, now).map((each) => unmetWords(each, env().timeZone));
  const requests = await ledger
    .selectFrom("requests")
    .selectAll()
    .where("state", "=", "waiting")
    .orderBy("asked_at")
    .limit(mostLooked)
    .execute();
  let stuck = 0;
  for (const request of requests) {
    const approvals = await ledger
      .selectFrom("approvals")
      .selectAll()
      .where("request_id", "=", request.id)
      .execute();
    if (!canBeMet(request, approvals, { people, now })) stuck += 1;
  }
  return { words, stuck };
}

/** How many of the newest transfers are counted on a day that is none of the zone of now. */
export async function countForeignDays(ledger: Db): Promise<number> {
  const { timeZone } = env();
  const newest = await ledger
    .selectFrom("transfers")
    .select(["created_at", "asked_day"])
    .orderBy("created_at", "desc")
    .limit(mostLooked)
    .execute();
  // Its day is by another clock than its time: the two may be apart at midnight.
  const isNear = (at: string, day: string) =>
    [-clocksMs, clocksMs].some((ms) => dayOf(Date.parse(at) + ms, timeZone) === day);
  return newest.filter(({ created_at, asked_day }) => !isNear(created_at, asked_day)).length;
}
