import "#lib/features/all/index";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { HoldState } from "#lib/contract/records";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { attachDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { beginApprovals } from "#lib/testing/controls/agreement";
import { describeDatabase, newPostgresDatabase } from "#lib/testing/database/new-database";
import { administer } from "#lib/testing/database/postgres-admin";
import { startPostgresPair } from "#lib/testing/database/postgres-pair";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { type Agree, type Load, type Made, makeEverything, startLoad, type Told } from "./load";

/** How one failover goes. */
export type Ways = {
  servers: number;
  lagMs?: number;
  isSynchronous?: boolean;
  /** Each claim takes longer than its intent, so that many an intent outlives its claim. */
  hasSlowClaims?: boolean;
  everyMs?: number;
  /** A colleague agrees to each transfer before it is sent. */
  needsApproval?: boolean;
};

/** What became of it. */
export type Result = {
  orders: number;
  /** Of what the service had made when the primary was lost: not in the standby at all, and there without its claim. */
  lostIntents: number;
  lostClaims: number;
  /** How often a repeat was refused because of the hold. */
  refused: number;
  /** Why new transfers were held. */
  hold: string | null;
  writtenAgain: number;
  paidTwice: string[];
  /** Transfers of the service whose answer the ledger does not have. */
  lostAnswers: string[];
  answersWithoutId: number;
  /** Clients that were told of another transfer than the service made. */
  wrongAnswers: string[];
  /** Clients that were told that nobody knows. */
  unknown: number;
  faults: string[];
  /** How long the slowest client that came before waited after the address led to the new primary. */
  slowestMs: number;
};

/** One person asks for more than a real one. */
const unlimited = {
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};
/** As many transfers are made before the primary is lost. */
const fewest = 25;
const settledMs = 31_000;
const silenceMs = 60_000;

/** Loses the primary under load, and lets an admin end the hold, if there is one, as soon as that can be. */
export async function failOver(ways: Ways): Promise<Result> {
  const { servers, hasSlowClaims = false, everyMs = 120, needsApproval = false, ...pairWays } = ways;
  const service = await startFaultyService();
  onTestFinished(service.close);
  const made = makeEverything(service, 400);
  const pair = await startPostgresPair(pairWays);
  onTestFinished(pair.close);
  const database = await newPostgresDatabase(pair.url);
  const cookie = await signInTo(database);
  let agree: Agree | undefined;
  if (hasSlowClaims) await slowClaims(database.url);
  const instances = await Promise.all(
    Array.from({ length: servers }, () =>
      spawnInstance(service, database.url, cookie, {
        ...unlimited,
        ANSWERS_FOLDER: temporaryFolder(),
        LOG_LEVEL: "error",
      }),
    ),
  );
  await Promise.all(instances.map((instance) => instance.answers()));
  const standby = new URL(pair.standbyUrl);
  standby.pathname = new URL(database.url).pathname;
  const ledger = await attachDatabase(describeDatabase(standby.href).setting);
  onTestFinished(() => ledger.destroy());
  await waitForNote(standby.href);
  if (needsApproval) agree = await beginApprovals(database, instances);
  const load = startLoad(instances, everyMs, agree);
  onTestFinished(load.stop);
  while (made.size < fewest) await setTimeout(50);
  await setTimeout(ways.lagMs ?? 0);
  await pair.killPrimary();
  await pair.promote();
  const lost = await countLost(ledger, made);
  pair.redirect();
  const redirectedAt = performance.now();
  const hold = await endHold(instances, load);
  load.stop();
  const told = await load.ended();
  await waitForSweep();
  const waited = told.filter(({ startedAt }) => startedAt < redirectedAt).map(({ endedAt }) => endedAt);
  const slowestMs = Math.round(Math.max(0, ...waited.map((endedAt) => endedAt - redirectedAt)));
  return { ...lost, ...hold, ...(await compare(ledger, made, told)), refused: load.held(), slowestMs };
}

async function slowClaims(url: string): Promise<void> {
  await administer(
    url,
    `create function slow_claim() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
    create trigger slow_claim before update on transfers for each row
      when (old.submission = 'recorded' and new.submission = 'dispatching') execute function slow_claim()`,
  );
}

/** Waits until the standby has what the first start wrote: it lies behind. */
async function waitForNote(standby: string): Promise<void> {
  for (;;) {
    const rows = await administer(standby, "select 1 from database_server where system_id <> ''").catch(
      () => [],
    );
    if (rows.length > 0) return;
    await setTimeout(100);
  }
}

async function countLost(ledger: Db, made: Made): Promise<Pick<Result, "lostIntents" | "lostClaims">> {
  const rows = await ledger.selectFrom("transfers").select(["account_number", "submission"]).execute();
  const found = new Map(rows.map((row) => [row.account_number, row.submission]));
  const accounts = [...made.keys()];
  return {
    lostIntents: accounts.filter((account) => !found.has(account)).length,
    lostClaims: accounts.filter((account) => found.get(account) === "recorded").length,
  };
}

type Ended = Pick<Result, "hold" | "writtenAgain">;

/** Waits for the hold or for a new transfer that is served, and lets the admin compare. */
async function endHold(instances: readonly Instance[], load: Load): Promise<Ended> {
  const startedAt = performance.now();
  const [first] = instances as [Instance];
  const answered = async () => {
    const reply = await first.submit(crypto.randomUUID(), {
      accountNumber: `${2_000_000_000 + load.held()}`,
    });
    return reply.status === 201 ? "served" : reply.problem.code;
  };
  let word = await answered().catch(() => "none");
  while (word !== "served" && word !== "transfers_held") {
    if (performance.now() - startedAt > silenceMs) throw new Error(`Nothing but ${word} after the failover.`);
    await setTimeout(50);
    word = await answered().catch(() => "none");
  }
  if (word === "served") {
    await setTimeout(3_000);
    return { hold: null, writtenAgain: 0 };
  }
  await setTimeout(settledMs);
  const { hold } = (await (await first.ask("GET", "/api/hold")).json()) as HoldState;
  const released = await first.ask("POST", "/api/hold/release", { since: hold?.since });
  if (released.status !== 200) throw new Error(`The hold was not released: ${await released.text()}`);
  return { hold: hold?.reason ?? null, writtenAgain: hold?.writtenAgain ?? 0 };
}

/** What a server has not recorded by then is recorded by its next sweep. */
const waitForSweep = () => setTimeout(6_000);

async function compare(ledger: Db, made: Made, told: readonly Told[]) {
  const rows = await ledger
    .selectFrom("transfers")
    .select(["account_number", "submission", "transaction_id"])
    .execute();
  const accepted = new Set(
    rows.filter(({ submission }) => submission === "accepted").map(({ transaction_id }) => transaction_id),
  );
  const { fault } = await verifyAudit(ledger);
  const { differences } = await verifyLedger(ledger);
  const transfers = [...made.values()];
  return {
    orders: told.length,
    paidTwice: transfers.filter((ids) => ids.length > 1).map((ids) => ids.join()),
    lostAnswers: transfers.flat().filter((id) => !accepted.has(id)),
    // A repeat that reads while the answer is being recorded can see the status before the ID.
    answersWithoutId: told.filter(
      ({ outcome, transactionId }) => outcome === "accepted" && transactionId === null,
    ).length,
    wrongAnswers: told
      .filter(({ outcome, transactionId }) => outcome === "accepted" && transactionId !== null)
      .filter(({ accountNumber, transactionId }) => made.get(accountNumber)?.[0] !== transactionId)
      .map((one) => `${one.accountNumber}: told ${one.transactionId}, made ${made.get(one.accountNumber)}`),
    unknown: told.filter(({ outcome }) => outcome === "unknown").length,
    faults: [...(fault === null ? [] : [fault.text]), ...differences.map((each) => JSON.stringify(each))],
  };
}
