import type { ServerProcess } from "#lib/testing/servers/server-process";
import type { CrashRig, CrashStep } from "./rig";
import type { Fault } from "./verify";

/** After this long the step does not come any more. */
const missedMs = 30_000;

/** A point at which the server is killed. */
export type Point = {
  name: string;
  what: string;
  /**
   * Kills the server that runs, restarts it, and looks at what became of the data. `isReached` is false when the kill
   * came at another step than the point's; what it left is verified all the same.
   */
  run: (rig: CrashRig, repetition: number) => Promise<{ isReached: boolean; faults: Fault[] }>;
};

/** A whole number below the given one. */
export function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** Waits for the end of a server. One that was to be killed at a step that never came is killed late. */
export async function endOf({ ended, kill }: ServerProcess): Promise<void> {
  const timer = globalThis.setTimeout(kill, missedMs);
  await ended;
  clearTimeout(timer);
}

/** Kills the server at one of these steps of an act, and waits until the database is free of it. */
export async function killWhile(
  rig: CrashRig,
  steps: readonly [CrashStep, ...CrashStep[]],
  act: () => Promise<unknown>,
): Promise<void> {
  await rig.killAt(steps[randomBelow(steps.length)] ?? steps[0]);
  const acting = act();
  await endOf(rig.server());
  await acting;
  await rig.database.rest();
}
