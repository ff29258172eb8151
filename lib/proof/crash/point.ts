import type { CrashRig } from "./rig";
import type { Fault } from "./verify";

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
