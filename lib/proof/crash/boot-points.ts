import { setTimeout } from "node:timers/promises";
import { attachDatabase } from "#lib/server/database/db";
import { migrate } from "#lib/server/database/migrations/migrate";
import { migrations } from "#lib/server/database/migrations/migrations";
import { attachPostgres } from "#lib/server/database/postgres/postgres-database";
import { openSqlite } from "#lib/server/database/sqlite/sqlite-database";
import type { Db } from "#lib/server/tables/schema";
import { settingOf } from "#lib/testing/database/database-setting";
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

/** Half of the repetitions migrate a fresh database, the others one that is a migration behind and holds a transfer. */
const migrationPoint: Point = {
  name: "K14",
  what: "during a migration",
  run: async (rig, repetition) => {
    const own = await rig.fresh();
    try {
      const from = repetition % 2 === 1 ? "behind" : "fresh";
      const old = from === "behind" ? await prepareOld(rig, own.database.url) : undefined;
      const watcher = await own.database.watch();
      const server = own.spawn();
      await watcher.killWhileMigrating(from, server.pid);
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
      if (old !== undefined) faults.push(...(await verifyTransfer(own, { ...old, arrivedAtMost })));
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

/** Makes a database without the newest migration, with a transfer in it that the rig's own server has made. */
async function prepareOld(rig: CrashRig, url: string): Promise<Order & { id: string }> {
  const order = rig.newOrder();
  const made = await rig.submit(order);
  const id = made?.body.id ?? "";
  const source = await attachDatabase(settingOf(rig.database.url));
  const old = await openOld(url);
  try {
    const transfers = await source.selectFrom("transfers").selectAll().where("id", "=", id).execute();
    await insertKnown(old, "transfers", transfers);
    const events = await source
      .selectFrom("transfer_events")
      .selectAll()
      .where("transfer_id", "=", id)
      .execute();
    await insertKnown(old, "transfer_events", events);
    // As the migration that brought the table did with what it found: its audit entry is still to be written.
    await old.insertInto("uncovered").values({ transfer_id: id, events: events.length }).execute();
  } finally {
    await source.destroy();
    await old.destroy();
  }
  return { ...order, id };
}

/** Brings an empty database to the migration before the newest. */
async function openOld(url: string): Promise<Db> {
  const setting = settingOf(url);
  const name = Object.keys(migrations).at(-2) ?? "";
  if (setting.kind === "sqlite") return openSqlite(setting.file, name);
  const old = attachPostgres(setting.connection);
  await migrate(old, name);
  return old;
}

/** Writes rows without the columns that the old table does not have. */
async function insertKnown<Table extends "transfers" | "transfer_events">(
  old: Db,
  table: Table,
  rows: Record<string, unknown>[],
): Promise<void> {
  const tables = await old.introspection.getTables();
  const known = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
  for (const row of rows) {
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => known.includes(name)));
    await old
      .insertInto(table)
      .values(kept as never)
      .execute();
  }
}

/** K13 and K14: the steps of a start. */
export const bootPoints: Point[] = [recoveryPoint, migrationPoint];
