import { parseArgs } from "node:util";
import { type PointResult, points, runCrashes } from "#lib/testing/crash/run";

/**
 * Kills the production build at each crash point, restarts it, and says what was lost or doubled. `--repetitions N`
 * (25), `--points K1,K9` (all), `--quick` (a moment that was missed is not tried again). Ends with 1 unless nothing was.
 * Needs the build: `npm run test:crash` makes it.
 */
const { values } = parseArgs({
  options: {
    repetitions: { type: "string", default: "25" },
    points: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
  },
});
const names = values.points.split(",").filter((name) => name !== "");
const chosen = points.filter(({ name }) => names.length === 0 || names.includes(name));

console.log(
  "point  step                                        repetitions  crashes  lost  doubled  other  seconds",
);
const { results, ledger } = await runCrashes(
  chosen,
  Number.parseInt(values.repetitions, 10),
  !values.quick,
  print,
);
const total = (kind: string) =>
  results.flatMap(({ faults }) => faults).filter((fault) => fault.kind === kind).length;
const crashes = results.reduce((sum, result) => sum + result.crashes, 0);
console.log(`verify-ledger: ${ledger.words}`);
console.log(
  `${crashes} crashes, ${total("lost")} lost, ${total("doubled")} doubled, ${total("other")} other faults`,
);
process.exitCode = ledger.isRight && results.every(({ faults }) => faults.length === 0) ? 0 : 1;

function print({ point, repetitions, crashes: tries, faults, seconds }: PointResult): void {
  const count = (kind: string) => `${faults.filter((fault) => fault.kind === kind).length}`;
  const columns = [
    point.name.padEnd(5),
    point.what.padEnd(42),
    `${repetitions}`.padStart(11),
    `${tries}`.padStart(7),
    count("lost").padStart(4),
    count("doubled").padStart(7),
    count("other").padStart(5),
    `${seconds}`.padStart(7),
  ];
  console.log(columns.join("  "));
  for (const { kind, text } of faults) console.log(`       ${kind}: ${text}`);
}
