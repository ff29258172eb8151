import { parseArgs } from "node:util";
import { type EngineName, engineNames } from "#lib/proof/crash/engine";
import { type Crashes, type PointResult, points, runCrashes } from "#lib/proof/crash/run";

/**
 * Kills the production build at each crash point, restarts it, and says what was lost or doubled. `--engine sqlite`,
 * `postgres` or `both` (default), `--repetitions N` (25), `--points K1,K9` (all), `--share 1/2` (the first point of each
 * two), `--quick` (a moment that was missed is not tried again). Ends with 1 unless nothing was. Needs the build:
 * `npm run test:crash` makes it.
 */
const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "both" },
    repetitions: { type: "string", default: "25" },
    points: { type: "string", default: "" },
    share: { type: "string", default: "1/1" },
    quick: { type: "boolean", default: false },
  },
});
const engines = engineNames.filter((name) => values.engine === "both" || values.engine === name);
if (engines.length === 0) throw new Error("--engine is sqlite, postgres or both.");
const names = values.points.split(",").filter((name) => name !== "");
const [place = 1, of = 1] = values.share.split("/").map(Number);
const crashes: Crashes = {
  chosen: points
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .filter((_, at) => at % of === place - 1),
  repetitions: Number.parseInt(values.repetitions, 10),
  mustReach: !values.quick,
};

for (const engine of engines) if (!(await isProof(engine))) process.exitCode = 1;

/** Crashes on one engine and prints what became of it. True when nothing was lost, doubled or otherwise wrong. */
async function isProof(engine: EngineName): Promise<boolean> {
  console.log(
    `\n${engine.padEnd(10)}step                                repetitions  crashes  lost  doubled  other  seconds`,
  );
  const { results, ledger } = await runCrashes(engine, crashes, print);
  const total = (kind: string) =>
    results.flatMap(({ faults }) => faults).filter((fault) => fault.kind === kind).length;
  const count = results.reduce((sum, result) => sum + result.crashes, 0);
  console.log(ledger.words);
  console.log(
    `${engine}: ${count} crashes, ${total("lost")} lost, ${total("doubled")} doubled, ${total("other")} other faults`,
  );
  return ledger.isRight && results.every(({ faults }) => faults.length === 0);
}

function print({ point, repetitions, crashes: tries, faults, seconds }: PointResult): void {
  const count = (kind: string) => `${faults.filter((fault) => fault.kind === kind).length}`;
  const columns = [
    point.name.padEnd(5),
    point.what.padEnd(42),
    `${repetitions}`.padStart(8),
    `${tries}`.padStart(7),
    count("lost").padStart(4),
    count("doubled").padStart(7),
    count("other").padStart(5),
    `${seconds}`.padStart(7),
  ];
  console.log(columns.join("  "));
  for (const { kind, text } of faults) console.log(`       ${kind}: ${text}`);
}
