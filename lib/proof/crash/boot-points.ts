import { setTimeout } from "node:timers/promises";
import { migrations } from "#lib/server/database/migrations/migrations";
import type { Point } from "./point";
import type { CrashRig, Order } from "./rig";
import { answerWell } from "./service";
import { type Fault, verifyTransfer } from "./verify";

const inFlight = 6;

/** Several transfers are in flight at a crash; the next server is killed in the middle of calling them unknown. */
const recoveryPoint: Point = {
  name: "K13",
  what: "during the boot recovery",
  run: async (rig) => {
    const orders = Array.from({ length: inFlight }, rig.newOrder);
    const arrivedAtMost = rig.service.arrived() + inFlight;
    await crashWithAll(rig, orders);
    const keys = orders.map(({ key }) => `'${key}'`).join();
    const watcher = await rig.database.watch();
    const server = rig.spawn();
    const query = `SELECT 1 FROM transfers WHERE submission = 'unknown' AND idempotency_key IN (${keys})`;
    await watcher.killWhen(query, server.pid);
    await server.ended;
    await watcher.kill();
    await rig.database.rest();
    const left = await rig.database.peek<{ id: string; idempotency_key: string; submission: string }>(
      `SELECT id, idempotency_key, submission FROM transfers WHERE idempotency_key IN (${keys})`,
    );
    await rig.start();
    const faults: Fault[] = [];
    for (const order of orders) {
      const id = left.find(({ idempotency_key }) => idempotency_key === order.key)?.id;
      faults.push(...(await verifyTransfer(rig, { ...order, id, arrivedAtMost })));
    }
    const count = (state: string) => left.filter(({ submission }) => submission === state).length;
    return { isReached: count("unknown") > 0 && count("dispatching") > 0, faults };
  },
};

/** Kills the server while the service holds back the answer to each of the orders. */
async function crashWithAll(rig: CrashRig, orders: Order[]): Promise<void> {
  rig.service.onInitiate((create) => void create());
  const replies = orders.map((order) => rig.submit(order));
  while (orders.some(({ accountNumber }) => rig.service.created(accountNumber).length === 0)) {
    await setTimeout(5);
  }
  rig.server().kill();
  await rig.server().ended;
  await Promise.all(replies);
  await rig.database.rest();
  rig.service.onInitiate(answerWell);
}

const migrationPoint: Point = {
  name: "K14",
  what: "during a migration",
  run: async (rig) => {
    const own = await rig.fresh();
    try {
      const watcher = await own.database.watch();
      const server = own.spawn();
      await watcher.killWhileMigrating(server.pid);
      await server.ended;
      await watcher.kill();
      await own.database.rest();
      const done = await countMigrations(own);
      await own.start();
      const faults: Fault[] = [];
      const all = await countMigrations(own);
      const expected = Object.keys(migrations).length;
      if (all !== expected) faults.push({ kind: "other", text: `${all} of ${expected} migrations` });
      const arrivedAtMost = rig.service.arrived();
      const next = { ...rig.newOrder(), id: undefined, arrivedAtMost: arrivedAtMost + 1 };
      faults.push(...(await verifyTransfer(own, next)));
      const { isRight, words } = await own.verify();
      if (!isRight) faults.push({ kind: "other", text: words });
      return { isReached: done < expected, faults };
    } finally {
      await own.close();
    }
  },
};

async function countMigrations({ database }: CrashRig): Promise<number> {
  return (await database.peek("SELECT name FROM kysely_migration")).length;
}

/** K13 and K14: the steps of a start. */
export const bootPoints: Point[] = [recoveryPoint, migrationPoint];
