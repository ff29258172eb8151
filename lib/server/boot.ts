import "server-only";
import { dropOldAttempts } from "./auth/attempts";
import { prepareFirstAdmin } from "./auth/first-admin";
import { db } from "./db";
import { ConfigurationError, env } from "./env";
import { joinServers } from "./living-servers";
import { log } from "./log";
import { sandbox } from "./offramp";
import { once } from "./once";
import { cancelOldIntents, recoverAllDispatches, sweepLostDispatches } from "./recovery";

/** Invariant: a server with a bad configuration or without its database does not start; a started one has recovered. */

const sweepEveryMs = 5_000;
/** `EX_CONFIG` of sysexits: a supervisor must not start it again with the same settings. */
const badConfigurationExit = 78;

/** Checks the configuration, opens and migrates the database, recovers what a crash left, and keeps sweeping. */
export async function boot(): Promise<void> {
  try {
    env();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(badConfigurationExit);
  }
  if (env().isSandbox) sandbox();
  const ledger = await db();
  await cancelOldIntents(ledger);
  await once("living-servers", () =>
    joinServers(env().databaseFile, async () => {
      await recoverAllDispatches(ledger);
    }),
  );
  await sweepLostDispatches(ledger);
  await announceSetup();
  once("sweep", () => setInterval(() => void sweepQuietly(), sweepEveryMs).unref());
  const { isSandbox, version } = env();
  log().info({ version, isSandbox }, "started");
}

/** The one line that is not a log line: whoever reads the server's output makes the first admin. */
async function announceSetup(): Promise<void> {
  const path = await once("first-admin", prepareFirstAdmin);
  if (path === undefined) return;
  const address = env().appUrl ?? `http://localhost:${env().port}`;
  process.stdout.write(`\nMake the first account, within 24 hours, once: ${address}${path}\n\n`);
}

async function sweepQuietly(): Promise<void> {
  try {
    const ledger = await db();
    await cancelOldIntents(ledger);
    await sweepLostDispatches(ledger);
    await dropOldAttempts(ledger);
  } catch (error) {
    log().error({ name: error instanceof Error ? error.name : "unknown" }, "sweep failed");
  }
}
