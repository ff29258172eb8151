import "#lib/features/all/index";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newSharedDatabase } from "#lib/testing/database/database";
import { type Instance, signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";

/** Of so many transfers, each word is said to each of two servers. */
const count = 12;
const words = ["pending", "deposited", "processing", "completed"];

let servers: Instance[];
let paths: string[];
let ledger: Db;

beforeEach(async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const database = await newSharedDatabase();
  const cookie = await signInTo(database);
  const spawn = () => spawnInstance(service, database.url, cookie);
  servers = await Promise.all([spawn(), spawn()]);
  await Promise.all(servers.map(({ answers }) => answers()));
  for (let at = 0; at < count; at++)
    await servers[at % 2]?.submit(randomUUID(), { accountNumber: `${3_000_000_000 + at}` });
  paths = service.callsOf("initiate").map(({ body }) => {
    const { callbackUrl } = JSON.parse(body) as { callbackUrl: string };
    return new URL(callbackUrl).pathname;
  });
  ledger = await openDatabase(database.setting);
  onTestFinished(() => ledger.destroy());
});

it("applies each callback once where two servers apply them at the same time, in whatever order", async () => {
  expect(paths).toHaveLength(count);
  const said = paths.flatMap((path, at) =>
    // Each transfer hears them in another order, and the second server in the opposite one.
    words.map((_, place) => [path, words[(place + at) % words.length]] as const),
  );
  const answers = await Promise.all([
    ...said.map(([path, status]) => servers[0]?.ask("POST", path, { status })),
    ...said.toReversed().map(([path, status]) => servers[1]?.ask("POST", path, { status })),
  ]);
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([204]));
  const waiting = ledger.selectFrom("received").select("transfer_id");
  await expect.poll(() => waiting.execute()).toEqual([]);
  const transfers = await ledger.selectFrom("transfers").select(["id", "status", "callback_count"]).execute();
  expect(transfers.map(({ status }) => status)).toEqual(paths.map(() => "paid"));
  expect(transfers.map((each) => each.callback_count)).toEqual(paths.map(() => 2 * words.length));
  for (const { id } of transfers) {
    const events = await ledger
      .selectFrom("transfer_events")
      .select(["seq", "kind", "word", "deliveries"])
      .where("transfer_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    const callbacks = events.filter(({ kind }) => kind === "callback");
    expect(callbacks.map(({ word }) => word).sort()).toEqual([...words].sort());
    expect(callbacks.map(({ deliveries }) => deliveries)).toEqual(words.map(() => 2));
  }
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect((await verifyAudit(ledger)).fault).toBeNull();
  const lines = servers.flatMap(({ process }) => process.output().split("\n"));
  expect(lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
});
