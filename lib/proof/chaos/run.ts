import { type EngineName, startEngine } from "#lib/proof/crash/engine";
import { attachDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { settingOf } from "#lib/testing/database/database-setting";
import { type CommandResult, verifyByCommands } from "#lib/testing/servers/command";
import { type Callbacks, startCallbacks } from "./callbacks";
import { type Fleet, startFleet } from "./fleet";
import { judgeLedger, notAccepted, readRows } from "./judge";
import { type Load, makeLoad } from "./load";
import { choicesFrom } from "./random";
import { type ChaoticService, startChaoticService } from "./service";
import { waitForApplied, waitForClaims } from "./wait";

/** How long, how much, and how roughly; it ends at the first of the two limits. */
export type Chaos = {
  engine: EngineName;
  seed: number;
  seconds: number;
  submissions: number;
  instances: number;
  killsPerMinute: number;
};

/** What happened. */
export type ChaosResult = {
  /** Counts by name, in the order in which they are worth reading. */
  figures: Record<string, number>;
  /** What must not be. */
  faults: string[];
  ledger: CommandResult;
};

type Parts = {
  ledger: Db;
  service: ChaoticService;
  fleet: Fleet;
  load: Load;
  callbacks: Callbacks;
};

const faultShare = 0.3;

/** Lets servers on one database be asked, called back and killed, and then holds the ledgers against each other. */
export async function runChaos(chaos: Chaos): Promise<ChaosResult> {
  const { engine: name, seed, instances } = chaos;
  const engine = await startEngine(name);
  const database = await engine.newDatabase();
  const started: { fleet?: Fleet } = {};
  const fleet = () => {
    if (started.fleet === undefined) throw new Error("No server was started.");
    return started.fleet;
  };
  // Choices of their own, so that the order of one kind does not hang on how fast another kind goes.
  const callbacks = startCallbacks(fleet, choicesFrom(seed + 1));
  const service = await startChaoticService(choicesFrom(seed + 2), faultShare, callbacks.reportOn);
  try {
    started.fleet = await startFleet(database, service.baseUrl, instances, choicesFrom(seed + 3));
    const load = makeLoad(started.fleet, choicesFrom(seed + 4));
    const ledger = await attachDatabase(settingOf(database.url));
    const judged = await judgeChaos(chaos, {
      ledger,
      service,
      fleet: started.fleet,
      load,
      callbacks,
    }).finally(() => ledger.destroy());
    return { ...judged, ledger: await verifyByCommands(database.url) };
  } finally {
    await started.fleet?.close();
    await service.close();
    await database.drop();
    await engine.close();
  }
}

async function judgeChaos(chaos: Chaos, parts: Parts): Promise<Omit<ChaosResult, "ledger">> {
  const { ledger, service, fleet, load, callbacks } = parts;
  const startedAt = Date.now();
  const seconds = () => (Date.now() - startedAt) / 1_000;
  const calm = new AbortController();
  const harassing =
    chaos.killsPerMinute > 0 ? fleet.harass(chaos.killsPerMinute, calm.signal) : Promise.resolve();
  await load.run(() => seconds() >= chaos.seconds || load.submissions() >= chaos.submissions);
  calm.abort();
  await harassing;
  const loadSeconds = Math.round(seconds());
  const during = { submissions: load.submissions(), repeats: load.repeats(), answers: new Map(load.replies) };
  await load.settle();
  await service.rest();
  await callbacks.ended();
  const faults = await waitForClaims(ledger);
  const open = notAccepted(await readRows(ledger), service);
  for (const created of open) await callbacks.report(created, "awaiting_deposit");
  faults.push(...(await waitForApplied(ledger)));
  faults.push(...(await judgeLedger(ledger, service, load, callbacks)));
  const rows = await readRows(ledger);
  const count = (state: string) => rows.filter(({ submission }) => submission === state).length;
  const events = [...callbacks.taken.values()].flatMap((bodies) => [...bodies.values()]);
  const figures = {
    "seconds of load": loadSeconds,
    submissions: during.submissions,
    "of these with a repeated key": during.repeats,
    ...answersOf(during.answers),
    keys: load.orders.length,
    kills: fleet.counts.kills,
    "of these while starting": fleet.counts.killsAtStart,
    "requests for a transfer at the service": [...service.arrived.values()].reduce(
      (sum, one) => sum + one,
      0,
    ),
    "faults of the service": [...service.faults.values()].reduce((sum, one) => sum + one, 0),
    "transfers at the service": service.created.length,
    "accepted here": count("accepted"),
    "rejected here": count("rejected"),
    "unknown here": count("unknown"),
    "resolved by a callback at the end": open.length,
    "callbacks answered with 2xx": events.reduce((sum, one) => sum + one, 0),
    "callbacks sent again": callbacks.retries(),
  };
  return { figures, faults };
}

function answersOf(replies: ReadonlyMap<number, number>): Record<string, number> {
  const sorted = [...replies].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, count]) => [status === 0 ? "without an answer" : `answered with ${status}`, count]),
  );
}
