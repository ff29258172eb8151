import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { eventKinds } from "#lib/contract/outbox/event-kinds";
import { openDatabase } from "#lib/server/database/db";
import { foldRows } from "#lib/server/standing/fold-rows";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { type Instance, spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";

const transfers = 6_500;
const steps = 6;
const atOnce = 250;
const leastKills = 10;
/** Of one server: its tries of one endpoint between an answer and its record. */
const mostRepeats = 8;
const drainLimitMs = 600_000;

it("loses no webhook and keeps each transfer's order while servers are killed", async () => {
  Object.assign(process.env, { AUTH_SECRET: testSecret });
  const database = await newSharedDatabase();
  const service = await startFaultyService();
  const ledger = await openDatabase(database.setting);
  onTestFinished(async () => {
    await ledger.destroy();
    await service.close();
  });
  const receiver = await receiveWebhooks();
  // What is raised follows the clock, and not the transfers' lives alone.
  const kinds = eventKinds.filter((kind) => kind !== "attention.raised");
  await addEndpoint(ledger, receiver.url, kinds);
  const isShared = inject("postgres") !== undefined;
  const start = () =>
    spawnInstance(service, database.url, "", { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8", LOG_LEVEL: "error" });
  const servers: Instance[] = await Promise.all(Array.from({ length: isShared ? 2 : 1 }, start));
  const random = randomFrom(20);
  let isMade = false;
  const making = make(ledger, random).finally(() => {
    isMade = true;
  });
  const began = performance.now();
  let kills = 0;
  while (!isMade || kills < leastKills) {
    await Promise.all(servers.map((server) => server.answers()));
    await sleep(200 + random() * 2_500);
    const [killed] = servers.splice(0, 1);
    killed?.process.kill();
    await killed?.process.ended;
    kills += 1;
    servers.push(await start());
  }
  const ids = await making;
  const left = () =>
    ledger.selectFrom("deliveries").select("seq").where("state", "=", "waiting").limit(1).execute();
  const open = () => ledger.selectFrom("happenings").select("seq").limit(1).execute();
  await expect
    .poll(async () => [...(await open()), ...(await left())], { timeout: drainLimitMs, interval: 500 })
    .toEqual([]);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const told = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { id, transferId, body } of receiver.heard) {
    if (seen.has(id)) continue;
    seen.add(id);
    told.set(transferId, [...(told.get(transferId) ?? []), JSON.parse(body).data.status]);
  }
  const repeats = receiver.heard.length - seen.size;
  process.stdout.write(
    `${seen.size} webhooks of ${ids.length} transfers, ${kills} kills of ${isShared ? 2 : 1} servers, ${repeats} sent twice, ${seconds} s\n`,
  );
  const happened = await changesOf(ledger);
  for (const id of ids) expect(told.get(id), id).toEqual(happened.get(id));
  expect(seen.size).toBeGreaterThan(20_000);
  expect(repeats).toBeLessThanOrEqual(kills * mostRepeats);
});

/** Many transfers that live on, a step at a time. */
async function make(ledger: Db, random: () => number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < transfers; from += atOnce) {
    const now = new Date().toISOString();
    const rows = Array.from({ length: atOnce }, () => randomTransfer(random, now));
    await insertTransfers(ledger, rows);
    const own = rows.map(({ id }) => id);
    ids.push(...own);
    for (let step = 0; step < steps; step++) {
      await liveOn(ledger, own, random);
      await sleep(100);
    }
  }
  return ids;
}

/** Each status that a transfer went through, by its events alone. */
async function changesOf(ledger: Db): Promise<Map<string, string[]>> {
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "source", "kind", "word", "is_quarantined"])
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const lives = new Map<string, typeof events>();
  for (const event of events) {
    const life = lives.get(event.transfer_id) ?? [];
    life.push(event);
    lives.set(event.transfer_id, life);
  }
  return new Map(
    [...lives].map(([id, life]) => {
      const statuses = life.map((_, at) => foldRows(life.slice(0, at + 1)).status);
      const changes = statuses.filter((status, at) => status !== statuses[at - 1]);
      return [id, changes.filter((status) => status !== "dispatching")];
    }),
  );
}
