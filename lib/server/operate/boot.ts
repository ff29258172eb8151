import { Problem } from "#lib/contract/problem";
import { startFeatures, sweepFeatures } from "#lib/features/all/index";
import { askerOf } from "#lib/server/auth/asker";
import { sweepReceived } from "#lib/server/callbacks/callback-applier";
import { dropOldWindows } from "#lib/server/callbacks/keep-callback";
import { rereadCallbacks } from "#lib/server/callbacks/reread-callbacks";
import { startWatching } from "#lib/server/chain/watcher";
import { ConfigurationError, env } from "#lib/server/config/env";
import { type Offered, offer } from "#lib/server/config/offered";
import { once } from "#lib/server/config/once";
import { dropOldAttempts } from "#lib/server/credentials/attempts";
import { renewEncryption } from "#lib/server/credentials/renew-encryption";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { explainFailure } from "#lib/server/database/explain-failure";
import { noteLedger } from "#lib/server/database/ledger-identity";
import { keepAlive } from "#lib/server/database/living-instances";
import { joinServers } from "#lib/server/database/living-servers";
import { adviceOn, startFaultOf } from "#lib/server/database/postgres/postgres-server";
import { startFollowUp } from "#lib/server/follow-up/follow-up";
import { dropOldPayLinks } from "#lib/server/funding/pay-links";
import { isHoldSettled } from "#lib/server/hold/hold-release";
import { judgeServer } from "#lib/server/hold/transfer-hold";
import { callIntentsUnknown } from "#lib/server/hold/unsure-intents";
import { guardPage } from "#lib/server/http/page-guard";
import { watchRequests } from "#lib/server/http/request-watch";
import { methodsOf, routeOf } from "#lib/server/http/route-names";
import { proveDataFolder, refuseForeignFolders } from "#lib/server/keep/data-folder";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import { log } from "#lib/server/observe/log";
import { faultsOf, traitsOf } from "#lib/server/observe/log-failure";
import { finish } from "#lib/server/observe/under-way";
import { prepareFirstAdmin } from "#lib/server/people/first-admin";
import { sandbox } from "#lib/server/service/own-sandbox";
import { readBack, takeInAnswers } from "#lib/server/submission/keep-outcome";
import { cancelOldIntents, recoverAllDispatches, sweepLostDispatches } from "#lib/server/submission/recovery";
import { DatabaseFailure } from "#lib/server/tables/database-failure";
import { showLines } from "#lib/text/visible-text";
import { reviewAddresses } from "./review-addresses";

/** Invariant: no start with a bad configuration or database; a started server has recovered, or will with PostgreSQL. */

const sweepEveryMs = 5_000;
/** How much longer than a call to the service a stop may take: a database can be away while its answer is held. */
const answerHeldMs = 35_000;
/** `EX_CONFIG` of sysexits: a supervisor must not start it again with the same settings. */
const badConfigurationExit = 78;

/**
 * Checks the configuration, opens and migrates the database, recovers, and keeps sweeping. Past the framework requests are
 * answered by `answerDirectly`, unless they are traced.
 */
export async function boot(answerDirectly?: Offered["answerDirectly"]): Promise<void> {
  try {
    env();
    refuseForeignFolders();
    proveDataFolder();
  } catch (error) {
    refuseToStart(error);
    giveUp(error);
  }
  watchRequests();
  const { host, port, proxyHops, serviceTimeoutMs, keepAliveMs, isHstsForSubdomains } = env();
  const stopLimitMs = serviceTimeoutMs + answerHeldMs;
  offer({ askerOf, finish, guardPage, methodsOf });
  globalThis.offrampOffered?.begin?.({
    host,
    port,
    proxyHops,
    stopLimitMs,
    keepAliveMs,
    isForSubdomains: isHstsForSubdomains,
  });
  // The framework makes the spans of traced requests.
  const { isTraced, traceHost, version } = env();
  if (isTraced) (await import("#lib/server/observe/tracing")).startTracing(version, traceHost, routeOf);
  try {
    if (env().isSandbox) await sandbox();
  } catch (error) {
    giveUp(error);
  }
  const state: State = { hasOpened: false, isSweeping: false, isNoted: false, upgrade: "due" };
  try {
    await recover(state);
  } catch (error) {
    refuseToStart(error);
    if (env().database.kind === "sqlite" || !(causeOf(error) instanceof DatabaseFailure)) giveUp(error);
    log().warn(
      { state: stateOf(error), why: explainFailure(error) },
      "the database is away: requests are answered with 503 until it is back",
    );
  }
  // Not sooner: what the framework answers waits for this start.
  if (!isTraced && answerDirectly !== undefined) offer({ answerDirectly });
  startWatching();
  startFollowUp();
  startFeatures();
  once("sweep", () => setInterval(() => void sweepQuietly(state), sweepEveryMs).unref());
  const { isSandbox, commit, database } = env();
  log().info({ version, commit, isSandbox, database: database.kind }, "started");
}

type State = {
  hasOpened: boolean;
  isSweeping: boolean;
  isNoted: boolean;
  /** What an upgrade leaves to be done while serving. */
  upgrade: "due" | "running" | "done";
};

async function recover(state: State): Promise<void> {
  const ledger = await db();
  const { database } = env();
  // Made here if there is none: where it can't be kept, nobody could sign in.
  authSecret();
  await judgeServer(ledger);
  await takeInAnswers(ledger);
  await readBack(ledger);
  if (await isHoldSettled(ledger)) await callIntentsUnknown(ledger);
  await cancelOldIntents(ledger);
  if (database.kind === "postgres") await keepAlive();
  else
    await once("living-servers", () =>
      joinServers(database.file, async () => {
        await recoverAllDispatches(ledger);
      }),
    );
  await sweepLostDispatches(ledger);
  await dropOldAttempts(ledger);
  await dropOldPayLinks(ledger);
  await dropOldWindows(ledger);
  sweepReceived();
  if (!state.hasOpened) {
    const renewed = await renewEncryption(ledger);
    if (renewed > 0) log().info({ renewed }, "second factors and secrets of webhooks were encrypted again");
    await announceSetup();
    if (database.kind === "postgres")
      for (const advice of await adviceOn(ledger)) log().warn({ advice }, "PostgreSQL");
  }
  state.hasOpened = true;
  if (!state.isNoted) state.isNoted = await noteLedger(database, ledger);
  if (state.upgrade === "due") void finishUpgrade(state);
  await sweepFeatures(ledger);
}

/** Takes minutes on a large ledger, while requests are answered. The next sweep retries a failure. */
async function finishUpgrade(state: State): Promise<void> {
  state.upgrade = "running";
  try {
    const closed = await reviewAddresses(await db());
    if (closed > 0) log().warn({ closed }, "deposit addresses that are contracts of tokens were closed");
    const changed = await rereadCallbacks(await db());
    if (changed > 0) log().warn({ changed }, "callbacks were read again, and statuses changed");
    const refilled = await refillStandings(await db());
    if (refilled > 0) log().info({ refilled }, "where each transfer stands was written again");
    state.upgrade = "done";
  } catch (error) {
    state.upgrade = "due";
    log().error(traitsOf(error), "the upgrade is not finished yet");
  }
}

/** The one line that is not a log line: whoever reads the output can make the first admin. */
async function announceSetup(): Promise<void> {
  const path = await prepareFirstAdmin();
  if (path === undefined) return;
  const address = env().appUrl ?? `http://localhost:${env().port}`;
  process.stdout.write(
    `\nOpen this link within 24 hours to create the first account. It works once: ${address}${path}\n\n`,
  );
}

async function sweepQuietly(state: State): Promise<void> {
  if (state.isSweeping) return;
  state.isSweeping = true;
  try {
    await recover(state);
  } catch (error) {
    // A PostgreSQL server that was away at the start is judged when it first answers.
    if (!state.hasOpened) refuseToStart(error);
    log().error(
      {
        name: error instanceof Error ? error.name : "unknown",
        state: stateOf(error),
        faults: faultsOf(error),
      },
      "sweep failed",
    );
  } finally {
    state.isSweeping = false;
  }
}

/** Ends the process when the configuration is at fault. */
function refuseToStart(error: unknown): void {
  const cause = causeOf(error);
  const fault = cause instanceof DatabaseFailure ? startFaultOf(cause) : undefined;
  const refusal = fault === undefined ? cause : new ConfigurationError([fault]);
  if (!(refusal instanceof ConfigurationError)) return;
  process.stderr.write(`${showLines(refusal.message)}\n`);
  process.exit(badConfigurationExit);
}

/** Otherwise the framework would go on and answer every request with 500. A supervisor may start it again. */
function giveUp(error: unknown): never {
  process.stderr.write(`The dashboard cannot start. ${showLines(explainFailure(error))}\n`);
  process.exit(1);
}

function causeOf(error: unknown): unknown {
  return error instanceof Problem && !(error instanceof DatabaseFailure) ? error.cause : error;
}

function stateOf(error: unknown): string | undefined {
  const cause = causeOf(error);
  return cause instanceof DatabaseFailure ? cause.state : undefined;
}
