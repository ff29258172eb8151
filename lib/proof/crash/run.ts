import type { CommandResult } from "#lib/testing/servers/command";
import { backupPoints } from "./backup-point";
import { monthPoints } from "./books/month-points";
import { bookPoints } from "./books/points";
import { bootPoints } from "./boot-points";
import { batchPoints } from "./bulk/points";
import { callbackPoints } from "./callback-points";
import { approvalPoints, holdPoint } from "./controls/points";
import { type EngineName, startEngine } from "./engine";
import type { Point } from "./point";
import { type CrashRig, openRig } from "./rig";
import { submissionPoints } from "./submission-points";
import type { Fault } from "./verify";

/** All points, by name. */
export const points: Point[] = [
  ...submissionPoints,
  ...callbackPoints,
  ...approvalPoints,
  ...bootPoints,
  ...backupPoints,
  ...batchPoints,
  ...bookPoints,
  ...monthPoints,
  holdPoint,
];

/** What became of a point's crashes. */
export type PointResult = {
  point: Point;
  /** Crashes that came exactly at the point. */
  repetitions: number;
  /** All crashes, those that came a step too early or too late included; each was verified. */
  crashes: number;
  faults: Fault[];
  seconds: number;
};

/** Time to kill the server between a commit and its knowledge of it. */
const answerDelayMs = 4;
/** Tries a point at most so many times a repetition: the moment is caught from outside and can be missed. */
const maxTries = 12;

/** What is crashed, and how often; `mustReach` tries again where the moment was missed, and asks that it is met. */
export type Crashes = { chosen: readonly Point[]; repetitions: number; mustReach: boolean };

/**
 * Crashes the server at each point as often as asked, on one database. Gives a result a point, and what the checks of the
 * ledger say in the end.
 */
export async function runCrashes(
  engineName: EngineName,
  { chosen, repetitions, mustReach }: Crashes,
  onResult: (result: PointResult) => void,
): Promise<{ results: PointResult[]; ledger: CommandResult }> {
  const engine = await startEngine(engineName, answerDelayMs);
  try {
    const rig = await openRig(engine);
    try {
      await rig.start();
      const results: PointResult[] = [];
      for (const point of chosen) {
        const result = await repeat(rig, point, repetitions, mustReach);
        onResult(result);
        results.push(result);
      }
      return { results, ledger: await rig.verify() };
    } finally {
      await rig.close();
    }
  } finally {
    await engine.close();
  }
}

async function repeat(
  rig: CrashRig,
  point: Point,
  repetitions: number,
  mustReach: boolean,
): Promise<PointResult> {
  const startedAt = Date.now();
  const faults: Fault[] = [];
  let reached = 0;
  let crashes = 0;
  const most = mustReach ? repetitions * maxTries : repetitions;
  for (; reached < repetitions && crashes < most; crashes++) {
    const outcome = await point.run(rig, crashes);
    if (outcome.isReached) reached += 1;
    faults.push(...outcome.faults);
  }
  if (mustReach && reached < repetitions)
    faults.push({ kind: "other", text: `reached ${reached} times only` });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { point, repetitions: reached, crashes, faults, seconds };
}
