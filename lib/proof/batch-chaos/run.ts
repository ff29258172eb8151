import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { type Callbacks, startCallbacks } from "#lib/proof/chaos/callbacks";
import { type Fleet, startFleet } from "#lib/proof/chaos/fleet";
import { judgeLedger, notAccepted, readRows } from "#lib/proof/chaos/judge";
import { choicesFrom, type Random } from "#lib/proof/chaos/random";
import { type ChaoticService, startChaoticService } from "#lib/proof/chaos/service";
import { waitForApplied, waitForClaims } from "#lib/proof/chaos/wait";
import type { Db } from "#lib/server/tables/schema";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { openPage, type Pressed } from "./page";

/** One batch that is created while servers are killed and browsers closed, by the seed. */
export type BatchChaos = { seed: number; rows: number; serverKills: number; browserKills: number };
export type BatchChaosResult = { figures: Record<string, number | string>; faults: string[] };

const faultShare = 0.3;
const mostMs = 250;
const servers = 2;
const lookMs = 20;
const asset = "base:usdc";
const firstSerial = 700_000_000;

/** What the harness needs of a run. */
type Parts = {
  ledger: Db;
  service: ChaoticService;
  fleet: Fleet;
  callbacks: Callbacks;
  random: Random;
};

export async function runBatchChaos(
  chaos: BatchChaos,
  ledger: Db,
  databaseUrl: string,
): Promise<BatchChaosResult> {
  const started: { fleet?: Fleet } = {};
  const fleet = () => {
    if (started.fleet === undefined) throw new Error("No server was started.");
    return started.fleet;
  };
  // Choices of their own, so that the order of one kind does not hang on how fast another kind goes.
  const [callbackSeed, serviceSeed, fleetSeed, planSeed] = [1, 2, 3, 4].map((step) => chaos.seed + step);
  const callbacks = startCallbacks(fleet, choicesFrom(callbackSeed ?? 0));
  const service = await startChaoticService(
    choicesFrom(serviceSeed ?? 0),
    faultShare,
    callbacks.reportOn,
    mostMs,
  );
  try {
    started.fleet = await startFleet(
      { url: databaseUrl },
      service.baseUrl,
      servers,
      choicesFrom(fleetSeed ?? 0),
    );
    const random = choicesFrom(planSeed ?? 0);
    return await createAll(chaos, { ledger, service, fleet: started.fleet, callbacks, random });
  } finally {
    await started.fleet?.close();
    await service.close();
  }
}

async function createAll(chaos: BatchChaos, parts: Parts): Promise<BatchChaosResult> {
  const { ledger, service, fleet, callbacks } = parts;
  const batchId = await agreedBatch(fleet, chaos.rows);
  const pressed: Pressed = { presses: 0, calls: 0, isDone: false, stops: [], faults: [] };
  const startedAt = Date.now();
  const closed = await pressWhileKilled(chaos, parts, batchId, pressed);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  await service.rest();
  await callbacks.ended();
  const faults = [...pressed.faults, ...(await waitForClaims(ledger))];
  const before = await readRows(ledger);
  const open = notAccepted(before, service);
  for (const created of open) await callbacks.report(created, "awaiting_deposit");
  faults.push(...(await waitForApplied(ledger)));
  const orders = await ordersOf(ledger, batchId);
  if (orders.length !== chaos.rows) faults.push(`${orders.length} of ${chaos.rows} rows have a transfer`);
  faults.push(...(await judgeLedger(ledger, service, { orders, faults: [] }, callbacks)));
  const count = (state: string) => before.filter(({ submission }) => submission === state).length;
  return {
    faults,
    figures: {
      seconds,
      "servers killed": fleet.counts.kills,
      "browsers closed": closed,
      presses: pressed.presses,
      calls: pressed.calls,
      stops: pressed.stops.length,
      "faults of the service": [...service.faults.values()].reduce((sum, one) => sum + one, 0),
      "initiates of a row, at most": Math.max(...service.arrived.values()),
      "exist at the service": service.created.length,
      accepted: count("accepted"),
      rejected: count("rejected"),
      unknown: count("unknown"),
      "of these resolved by a callback": open.length,
    },
  };
}

/** At moments of its progress servers die and browsers are closed, of which another one is opened then. */
async function pressWhileKilled(
  { rows, serverKills, browserKills }: BatchChaos,
  { service, fleet, random }: Parts,
  batchId: string,
  pressed: Pressed,
): Promise<number> {
  const kinds = [
    ...Array.from({ length: serverKills }, () => "server"),
    ...Array.from({ length: browserKills }, () => "browser"),
  ];
  const plan = kinds
    .map((kind) => ({ kind, at: 1 + random.below(Math.floor(rows * 0.9)) }))
    .sort((one, other) => one.at - other.at);
  const restarts: Promise<void>[] = [];
  let page = openPage(fleet, batchId, pressed);
  let closed = 0;
  for (const { kind, at } of plan) {
    while (service.arrived.size < at && !pressed.isDone) await setTimeout(lookMs);
    if (kind === "server") restarts.push(fleet.killOne());
    else {
      page.close();
      closed += 1;
      await page.ended;
      page = openPage(fleet, batchId, pressed);
    }
  }
  await page.ended;
  await Promise.all(restarts);
  return closed;
}

/** Half of the rows say the naira that the recipient is to get. */
async function agreedBatch(fleet: Fleet, rows: number): Promise<string> {
  const text = payoutTable(
    Array.from({ length: rows }, (_, at) => [
      "Ada Eze",
      firstSerial + at,
      at % 2 === 0 ? `${(10 + at / 100).toFixed(2)},` : `,${15_000 + at}`,
    ]),
    "Amount,Naira",
  );
  const send = async (path: string, body: object) => {
    const server = await fleet.someServer();
    const headers = { cookie: fleet.session.cookie(), "idempotency-key": randomUUID() };
    const reply = await server.send("POST", `/api/batches${path}`, body, headers);
    if (reply === undefined || reply.status >= 300)
      throw new Error(`A batch is not made: ${JSON.stringify(reply)}`);
    return reply.body as unknown as Batch;
  };
  const { id, seen, rates } = await send("", { name: "Salaries", asset, text });
  await send(`/${id}/agree`, {
    seen: `${seen}`,
    rates: rates.map(({ asset: of, rate }) => ({ asset: of, rate })),
  });
  return id;
}

/** What was asked for is what the rows say, each under its own key. */
async function ordersOf(ledger: Db, batchId: string) {
  const rows = await ledger
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["batch_rows.key", "batch_rows.n", "transfers.id"])
    .where("batch_id", "=", batchId)
    .execute();
  // The first row is line 2.
  return rows.map(({ key, n, id }) => ({
    ...{ key, id, isSettled: true },
    accountNumber: gtbankNumber(firstSerial + n - 2),
  }));
}
