import { choicesFrom } from "#lib/proof/chaos/random";
import { meet } from "#lib/testing/database/paused-acts";
import { type ActName, actOn, isAnswer, isOfPayee } from "./acts";
import { type Arena, openArena } from "./arena";
import { type Stage, savePayee, stages } from "./contest";
import { judgeContest } from "./judge";

/** More steps than any act has: an act that is held at none of its own ends before the other one begins. */
const mostSteps = 16;
/** A database is left behind after so many, so that the last race is not slower than the first. */
const racesAnArena = 100;

/** What the races found. */
export type Found = { pairs: number; races: number; held: number; violations: string[] };

/** Races each pair so many times, each time held at another step, and judges the transfer after each. */
export async function racePairs(
  pairs: readonly (readonly [ActName, ActName])[],
  rounds: number,
  seed: number,
  onProgress: (found: Found) => void = () => undefined,
): Promise<Found> {
  const random = choicesFrom(seed);
  const found: Found = { pairs: pairs.length, races: 0, held: 0, violations: [] };
  const races = pairs.flatMap((pair) => Array.from({ length: rounds }, () => pair));
  for (let start = 0; start < races.length; start += racesAnArena) {
    const arena = await openArena();
    try {
      for (const [first, second] of races.slice(start, start + racesAnArena)) {
        const stage = random.pick(stagesOf(first, second));
        const holdAt = 1 + random.below(mostSteps);
        const { wasHeld, violations } = await race(arena, [first, second], stage, holdAt);
        found.races += 1;
        if (wasHeld) found.held += 1;
        const where = `${first}, held at step ${holdAt}, by ${second}, ${stage} before`;
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
function stagesOf(...names: ActName[]): readonly Stage[] {
  return names.some(isAnswer) ? ["sending", "lost", "lost"] : stages;
}

async function race(arena: Arena, names: readonly [ActName, ActName], stage: Stage, holdAt: number) {
  const contest = await arena.contest(stage);
  if (names.some(isOfPayee)) await savePayee(contest);
  const [first, second] = names;
  const meeting = await meet(actOn(contest, first), holdAt, actOn(contest, second));
  await contest.end();
  const failed = [meeting.first, meeting.second].flatMap((result) => {
    if (result.status === "rejected") return [`an act failed: ${String(result.reason)}`];
    return result.value.status >= 500 ? [`an act was answered with ${result.value.status}`] : [];
  });
  return { wasHeld: meeting.wasHeld, violations: [...failed, ...(await judgeContest(arena, contest))] };
}
