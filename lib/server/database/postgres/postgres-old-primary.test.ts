import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { openDatabase } from "#lib/server/database/db";
import { readBack } from "#lib/server/submission/keep-outcome";
import type { Schema } from "#lib/server/tables/schema";
import { newMigratedDatabase } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";

class OwnPoolDialect extends PostgresDialect {
  override createAdapter() {
    return Object.assign(super.createAdapter(), { engine: "postgres" });
  }
}

it("writes a lost transfer again on the new server, where the old one still answers other connections", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(() => dashboard.close());
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const target = await newMigratedDatabase("");
  const taken = await openDatabase(target.setting);
  const oldPool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? "" });
  const newPool = new pg.Pool({ connectionString: target.url });
  const pools = [newPool];
  const both = {
    connect: () => (pools.pop() ?? oldPool).connect(),
    end: async () => void (await Promise.all([oldPool.end(), newPool.end()])),
  };
  const ledger = new Kysely<Schema>({ dialect: new OwnPoolDialect({ pool: both }) });
  onTestFinished(async () => {
    await ledger.destroy();
    await taken.destroy();
    await target.drop();
  });
  await readBack(ledger);
  expect(pools).toEqual([]);
  await readBack(taken);
  const found = await taken.selectFrom("transfers").select("id").where("id", "=", body.id).execute();
  expect(found).toHaveLength(1);
});
