import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigurationError } from "#lib/server/config/env";
import { appendEvent, move } from "#lib/server/ledger/transfer-ledger";
import type { TransferRow } from "#lib/server/tables/schema";
import { newDatabase } from "#lib/testing/database/database";
import type { TestDatabase } from "#lib/testing/database/new-database";
import { scriptArgs } from "#lib/testing/servers/script";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { submissions } from "#lib/transfer/transfer-status";
import { transitions } from "#lib/transfer/transitions";
import { attachDatabase, openDatabase } from "./db";

const row = (id: string): TransferRow =>
  ({
    id,
    idempotency_key: id,
    content_hash: "h",
    created_at: "2026-01-01T00:00:00.000Z",
    asked_day: "2026-01-01",
    updated_at: "2026-01-01T00:00:00.000Z",
    asset: "base:usdc",
    from_currency: "USDC",
    network: "base",
    amount: "1",
    currency: "NGN",
    country: "NG",
    bank_code: "1",
    bank_name: "B",
    account_number: "0123456789",
    account_name: "N",
    submission: "recorded",
    status: "recorded",
  }) as TransferRow;

let database: TestDatabase;

beforeEach(async () => {
  database = await newDatabase(join(temporaryFolder(), "dashboard.db"));
});
afterEach(() => database.drop());

describe("the database", () => {
  it("serves three server processes at once, and their events keep one order", async () => {
    // Nobody has migrated it: all three start at the same time.
    await Promise.all([1, 2, 3].map(() => runServer(database.url, "a", 0)));
    const ledger = await openDatabase(database.setting);
    await ledger.insertInto("transfers").values(row("a")).execute();
    await Promise.all([1, 2, 3].map(() => runServer(database.url, "a", 10)));
    const events = await ledger.selectFrom("transfer_events").selectAll().orderBy("seq").execute();
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(new Set(events.map(({ text }) => text)).size).toBe(30);
    await ledger.destroy();
  });
  it("is left alone when a newer version has written it", async () => {
    const ledger = await openDatabase(database.setting);
    const newer = { name: "9999_newer", timestamp: new Date().toISOString() };
    await sql`insert into kysely_migration (name, timestamp) values (${newer.name}, ${newer.timestamp})`.execute(
      ledger,
    );
    await ledger.destroy();
    const opening = openDatabase(database.setting);
    await expect(opening).rejects.toThrow(ConfigurationError);
    await expect(opening).rejects.toThrow(/newer version.*9999_newer/);
  });
  it("is left alone when a development version has written it", async () => {
    const ledger = await openDatabase(database.setting);
    for (const statement of [
      "delete from kysely_migration",
      "insert into kysely_migration (name, timestamp) values ('0001_transfers', ''), ('0060_forms_of_endpoints', '')",
      "drop table views",
    ])
      await sql.raw(statement).execute(ledger);
    await ledger.destroy();
    const opening = openDatabase(database.setting);
    await expect(opening).rejects.toThrow(ConfigurationError);
    await expect(opening).rejects.toThrow(/development version .*0060_forms_of_endpoints/);
    const left = await attachDatabase(database.setting);
    expect((await left.introspection.getTables()).map(({ name }) => name)).not.toContain("views");
    await left.destroy();
  });
  it("holds text with a NUL, which a service may send", async () => {
    const ledger = await openDatabase(database.setting);
    await ledger
      .insertInto("transfers")
      .values({ ...row("a"), account_name: "A\0B" })
      .execute();
    const found = await ledger
      .selectFrom("transfers")
      .select("account_name")
      .where("account_name", "=", "A\0B")
      .execute();
    expect(found).toEqual([{ account_name: "A\uFFFDB" }]);
    await ledger.destroy();
  });
});

async function runServer(url: string, transferId: string, notes: number): Promise<void> {
  const script = scriptArgs("lib/testing/database/append-notes.ts");
  await promisify(execFile)(process.execPath, [...script, url, transferId, `${notes}`]);
}

describe("a move from one state to another", () => {
  it("is given to exactly one of many, and only along the table", async () => {
    const ledger = await openDatabase(database.setting);
    await ledger.insertInto("transfers").values(row("a")).execute();
    await ledger
      .transaction()
      .execute((trx) => appendEvent(trx, "a", { source: "dashboard", kind: "requested" }));
    const claim = () =>
      ledger
        .transaction()
        .execute((trx) =>
          move(trx, "a", ["recorded", "dispatching"], { source: "dashboard", kind: "dispatched" }),
        );
    const claims = await Promise.all(Array.from({ length: 20 }, claim));
    expect(claims.filter(Boolean)).toHaveLength(1);
    for (const from of submissions) {
      for (const to of submissions.filter((state) => !transitions[from].includes(state))) {
        const forbidden = ledger
          .transaction()
          .execute((trx) => move(trx, "a", [from, to], { source: "dashboard", kind: "dispatched" }));
        await expect(forbidden).rejects.toThrow(RangeError);
      }
    }
    await ledger.destroy();
  });
});
