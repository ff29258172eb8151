import { choicesFrom } from "#lib/proof/chaos/random";
import { meet } from "#lib/testing/database/paused-acts";
import { type ActName, actOn, isAnswer, isOfPayee } from "./acts";
import { type Arena, openArena } from "./arena";
import { type Stage, savePayee, stages } from "./contest";
import { judgeContest } from "./judge";

/** More steps than any act has: an act that is held at none of its own ends before the other one begins. */
const mostSteps = 40;
/** A database is left behind after so many, so that the last race is not slower than the first. */
const racesAnArena = 100;

/** An act that is held at a step of it, by another one that runs meanwhile. */
export type Race = { pair: readonly [ActName, ActName]; stage: Stage; holdAt: number };
/** What the races found. */
export type Found = { races: number; held: number; violations: string[] };

/** Each pair so many times, at a random stage and step. */
export function randomRaces(pairs: readonly Race["pair"][], rounds: number, seed: number): Race[] {
  const random = choicesFrom(seed);
  return pairs.flatMap((pair) =>
    Array.from({ length: rounds }, () => {
      const stage = random.pick(stagesOf(pair));
      return { pair, stage, holdAt: 1 + random.below(mostSteps) };
    }),
  );
}

/** Runs races, and judges the transfer after each. */
export async function runRaces(
  races: readonly Race[],
  onProgress: (found: Found) => void = () => undefined,
): Promise<Found> {
  const found: Found = { races: 0, held: 0, violations: [] };
  for (let start = 0; start < races.length; start += racesAnArena) {
    const arena = await openArena();
    try {
      for (const each of races.slice(start, start + racesAnArena)) {
        const { wasHeld, violations } = await race(arena, each);
        found.races += 1;
        if (wasHeld) found.held += 1;
        const where = `${each.pair[0]}, held at step ${each.holdAt}, by ${each.pair[1]}, ${each.stage} before`;
        found.violations.push(...violations.map((text) => `${where}: ${text}`));
      }
    } finally {
      await arena.close();
    }
    onProgress(found);
  }
  return found;
}

/** Where an act answers the request, it has none before. */
function stagesOf(pair: Race["pair"]): readonly Stage[] {
  return pair.some(isAnswer) ? ["sending", "lost", "lost"] : stages;
}

async function race(arena: Arena, { pair, stage, holdAt }: Race) {
  const contest = await arena.contest(stage);
  if (pair.some(isOfPayee)) await savePayee(contest);
  const [first, second] = pair;
  const meeting = await meet(actOn(contest, first), holdAt, actOn(contest, second));
  await contest.end();
  const failed = [meeting.first, meeting.second].flatMap((result) => {
    if (result.status === "rejected") return [`an act failed: ${String(result.reason)}`];
    return result.value.status >= 500 ? [`an act was answered with ${result.value.status}`] : [];
  });
  return { wasHeld: meeting.wasHeld, violations: [...failed, ...(await judgeContest(arena, contest))] };
}
