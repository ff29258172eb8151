import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { examine } from "#lib/server/doctor/doctor";
import type { Findings } from "#lib/server/doctor/finding";
import { makeOneTransfer } from "#lib/server/doctor/one-transfer";
import { sendTests } from "#lib/server/doctor/webhook-checks";
import { showExactly } from "#lib/text/visible-text";
import { runCommand } from "./run-command";

/**
 * `npm run doctor`: looks at the configuration, the database, the clock, the way back for callbacks, and the service,
 * and creates nothing there. A line a check: ok, warn or bad, with what to do. Ends with 1 when something is bad.
 *
 * `--base-url URL --api-key-file FILE`: looks at that service alone.
 * `--test-mail ADDRESS`: also sends an e-mail there.
 * `--initiate --amount 5 --asset base:usdc --bank-code 000013 --account-number 0123456789 --account-name NAME`: makes one
 * real transfer as well, after it was confirmed by typing; it is in the ledger, as every other.
 * `--test-delivery`: sends a test to each endpoint that is on, through the dashboard that runs.
 */
await runCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      "base-url": text,
      "api-key-file": text,
      "test-mail": text,
      initiate: { type: "boolean", default: false },
      "test-delivery": { type: "boolean", default: false },
      amount: text,
      asset: text,
      "bank-code": text,
      "account-number": text,
      "account-name": text,
    },
  });
  const isServiceOnly = values["base-url"] !== undefined;
  if (isServiceOnly !== (values["api-key-file"] !== undefined))
    throw new Error("Give --base-url and --api-key-file together.");
  if (isServiceOnly && values["test-mail"] !== undefined)
    throw new Error("Give --test-mail without --base-url: a service alone has no e-mail.");
  if (isServiceOnly && values.initiate)
    throw new Error(
      "A test transfer is recorded in the ledger: set OFFRAMP_BASE_URL and OFFRAMP_API_KEY_FILE instead of --base-url and --api-key-file.",
    );
  if (isServiceOnly && values["test-delivery"])
    throw new Error("A test delivery is sent by the dashboard: leave out --base-url and --api-key-file.");
  const isLive = isServiceOnly || Boolean(process.env.OFFRAMP_API_KEY || process.env.OFFRAMP_API_KEY_FILE);
  if (values.initiate && !isLive)
    throw new Error("No key is set. For a sandbox transfer, use the pages of the dashboard.");
  // A second sandbox on the dashboard's own store would send its callbacks twice.
  if (!isLive) process.env.SANDBOX_DATABASE = ":memory:";
  // Log lines would appear between the findings. A wrong level stays, to be found.
  if (/^(debug|info|warn|error|)$/.test(process.env.LOG_LEVEL ?? "")) process.env.LOG_LEVEL = "silent";
  if (isServiceOnly) {
    delete process.env.OFFRAMP_API_KEY;
    process.env.OFFRAMP_BASE_URL = values["base-url"];
    process.env.OFFRAMP_API_KEY_FILE = values["api-key-file"];
  }
  const counts = { ok: 0, warn: 0, bad: 0 };
  const print = async (findings: Findings) => {
    for await (const { level, topic, text: said } of findings) {
      counts[level] += 1;
      console.log(showExactly(`${level.padEnd(5)} ${topic}: ${said}`));
    }
  };
  await print(examine(isServiceOnly, values["test-mail"]));
  if (values["test-delivery"]) await print(sendTests());
  console.log(`\n${counts.ok} ok, ${counts.warn} to judge, ${counts.bad} bad.`);
  if (!values.initiate) return counts.bad === 0 ? 0 : 1;
  if (counts.bad > 0) throw new Error("No transfer was created: fix what is bad first.");
  return initiate({
    amount: values.amount,
    asset: values.asset,
    bankCode: values["bank-code"],
    accountNumber: values["account-number"],
    accountName: values["account-name"],
  });
});

/** Returns the exit code: 0 when the service accepted it. */
async function initiate(input: Record<string, string | undefined>): Promise<number> {
  const { words, isAccepted } = await makeOneTransfer(input, confirmed);
  console.log(showExactly(words));
  return isAccepted ? 0 : 1;
}

/** The line must be typed exactly; the end of the input counts as no. */
async function confirmed(question: string, wanted: string): Promise<boolean> {
  process.stdout.write(`\n${showExactly(question)}\nType  ${showExactly(wanted)}  to go on: `);
  for await (const line of createInterface({ input: process.stdin })) return line.trim() === wanted;
  return false;
}
