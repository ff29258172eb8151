import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { runChaos } from "#lib/proof/chaos/run";
import { type EngineName, engineNames } from "#lib/proof/crash/engine";

/**
 * Lets several servers of the production build on one database be asked for transfers and called back while they are
 * killed and started at random, and then holds our ledger against the service's own. `--seconds N` (300),
 * `--submissions N` (no limit), `--instances N` (3), `--kills N` a minute (10), `--engine sqlite` or `postgres` (the
 * default), `--seed N` (random, and printed). Ends with 1 unless both ledgers are the same.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    submissions: { type: "string" },
    instances: { type: "string", default: "3" },
    kills: { type: "string", default: "10" },
    engine: { type: "string", default: "postgres" },
    seed: { type: "string", default: `${randomInt(2 ** 31)}` },
  },
});
const whole = (text: string) => Number.parseInt(text, 10);
const engine = engineNames.find((name): name is EngineName => name === values.engine);
if (engine === undefined) throw new Error("--engine is sqlite or postgres.");
console.log(`engine ${engine}, seed ${values.seed}`);

const { submissions, seconds } = values;
const { figures, faults, ledger } = await runChaos({
  engine,
  seed: whole(values.seed),
  seconds:
    seconds === undefined ? (submissions === undefined ? 300 : Number.POSITIVE_INFINITY) : whole(seconds),
  submissions: submissions === undefined ? Number.POSITIVE_INFINITY : whole(submissions),
  instances: whole(values.instances),
  killsPerMinute: whole(values.kills),
});
for (const [name, figure] of Object.entries(figures))
  console.log(`${name.padEnd(40)}${`${figure}`.padStart(8)}`);
for (const fault of faults) console.log(fault);
console.log(ledger.words);
console.log(`${faults.length} faults`);
process.exitCode = faults.length === 0 && ledger.isRight ? 0 : 1;
