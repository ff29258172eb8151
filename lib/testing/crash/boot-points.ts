import { setTimeout } from "node:timers/promises";
import { Kysely, Migrator } from "kysely";
import Database from "libsql";
import { migrations } from "#lib/server/migrations";
import { TransactionalSqliteDialect } from "#lib/server/sqlite-dialect";
import { peek } from "./peek";
import { type Point, randomBelow } from "./point";
import { type CrashRig, type Order, openRig, type Reply } from "./rig";
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
    const watcher = await rig.watch();
    const server = rig.spawn();
    const query = `SELECT 1 FROM transfers WHERE submission = 'unknown' AND idempotency_key IN (${keys})`;
    await watcher.killWhen(query, server.pid);
    await server.ended;
    await watcher.kill();
    const left = peek<{ id: string; idempotency_key: string; submission: string }>(
      rig.databaseFile,
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
  rig.service.onInitiate(answerWell);
}

/** What the journal grows to while a fresh database is migrated, and one that is a migration behind, in pages. */
const journalPages = { fresh: 28, behind: 6 };
const pageBytes = 4_120;

/** Half of the repetitions migrate a fresh database, the others one that is a migration behind and holds a transfer. */
const migrationPoint: Point = {
  name: "K14",
  what: "during a migration",
  run: async (rig, repetition) => {
    const own = await openRig(rig.service);
    try {
      const isBehind = repetition % 2 === 1;
      const old = isBehind ? await prepareOld(rig, own.databaseFile) : undefined;
      const watcher = await own.watch();
      const server = own.spawn();
      const pages = randomBelow(isBehind ? journalPages.behind : journalPages.fresh);
      await watcher.killWhenLarger(`${own.databaseFile}-wal`, pages * pageBytes, server.pid);
      await server.ended;
      await watcher.kill();
      const done = peek(own.databaseFile, "SELECT name FROM kysely_migration").length;
      await own.start();
      const faults: Fault[] = [];
      const all = peek(own.databaseFile, "SELECT name FROM kysely_migration").length;
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

/** Makes a database without the newest migration, with a transfer in it that the rig's own server has made. */
async function prepareOld(rig: CrashRig, file: string): Promise<Order & { id: string }> {
  const order = rig.newOrder();
  const made: Reply = await rig.submit(order);
  const id = made?.body.id ?? "";
  const sqlite = new Database(file);
  const db = new Kysely<unknown>({ dialect: new TransactionalSqliteDialect({ database: sqlite }) });
  sqlite.pragma("journal_mode = WAL");
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(Object.keys(migrations).at(-2) ?? "");
  if (error !== undefined) throw error;
  for (const [table, key] of [
    ["transfers", "id"],
    ["transfer_events", "transfer_id"],
  ] as const) {
    const known = sqlite.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
    const names = known.map(({ name }) => name);
    for (const row of peek(rig.databaseFile, `SELECT ${names.join()} FROM ${table} WHERE ${key} = ?`, id)) {
      const insert = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`;
      sqlite.prepare(insert).run(names.map((name) => row[name]));
    }
  }
  // The journal shall begin with the server's own pages.
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  await db.destroy();
  return { ...order, id };
}

/** K13 and K14: the steps of a start. */
export const bootPoints: Point[] = [recoveryPoint, migrationPoint];
