import type { Arena } from "./arena";
import { cases } from "./cases";
import { judgeRace } from "./judge";

const racesAWord = 200;

/** By case: how many races, and how many of them were interleaved, and had a fault. */
export type Found = { races: Map<string, { run: number; met: number; broken: number }>; faults: string[] };

/** Races each of these cases in turn, so many races in all, and judges each batch. */
export async function runRaces(
  arena: Arena,
  names: readonly string[],
  count: number,
  onProgress: (run: number, faults: number) => void,
): Promise<Found> {
  const none = { run: 0, met: 0, broken: 0 };
  const found: Found = { races: new Map(names.map((name) => [name, { ...none }])), faults: [] };
  for (let race = 0; race < count; race++) {
    const name = names[race % names.length] ?? "";
    await arena.refresh();
    const { hasMet, faults } = await runOne(arena, name);
    const counts = found.races.get(name);
    if (counts !== undefined) {
      counts.run += 1;
      counts.met += hasMet ? 1 : 0;
      counts.broken += faults.length > 0 ? 1 : 0;
    }
    found.faults.push(...faults.map((text) => `${name}: ${text}`));
    if ((race + 1) % racesAWord === 0) onProgress(race + 1, found.faults.length);
  }
  return found;
}

async function runOne(arena: Arena, name: string): Promise<{ hasMet: boolean; faults: string[] }> {
  const run = cases[name];
  if (run === undefined) throw new RangeError(`There is no case ${name}.`);
  const { raced, answers, hasMet, ...expected } = await run(arena);
  const broken = answers.flatMap(({ status, body }) => {
    if (status >= 500) return [`a press was answered with ${status} ${JSON.stringify(body)}`];
    return status === 200 && body.stopped != null ? [`it stopped: ${body.stopped.message}`] : [];
  });
  return { hasMet, faults: [...broken, ...(await judgeRace(arena, raced, expected))] };
}
