import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { db } from "#lib/server/database/db";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { casesOf } from "#lib/testing/cases";
import { arrive, vanish } from "#lib/testing/ledger/give-deposits";
import { dispatched, giveLife, says, sent, settle, unanswered } from "#lib/testing/ledger/give-life";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { attentionReasons } from "#lib/transfer/attention-reasons";

let dashboard: TestDashboard;
let ledger: Db;
let ids: string[];

afterEach(() => dashboard.close());

/** Of so many transfers, most of which are under way. */
async function openLedger(count: number): Promise<void> {
  dashboard = await startDashboard({});
  dashboard.spoil();
  ledger = await db();
  const random = randomFrom(11);
  const rows = Array.from({ length: count }, () => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  }));
  await insertTransfers(ledger, rows);
  ids = rows.map(({ id }) => id);
  const part = (from: number, to: number) => ids.slice((from * count) / 14, (to * count) / 14);
  await giveLife(ledger, part(0, 12), [...sent, says("awaiting_deposit")]);
  for (let step = 0; step < 3; step++) await liveOn(ledger, part(4, 6), random);
  await giveLife(ledger, part(12, 13), [dispatched, unanswered]);
  for (const id of ids.slice(0, 12)) {
    const row = await ledger
      .selectFrom("transfers")
      .select("address")
      .where("id", "=", id)
      .executeTakeFirst();
    await arrive(ledger, { id, address: row?.address ?? "", units: 60_000_000 });
  }
  for (const id of ids.slice(0, 3)) await vanish(ledger, id);
  for (const id of ids.slice(3, 6)) await settle(ledger, id);
  await giveLife(ledger, ids, [{ source: "person", kind: "handled", word: "is accepted" }]);
  await giveLife(ledger, part(0, 11), [says("on_hold")]);
}

const faults = async () =>
  (await verifyLedger(ledger)).differences.flatMap((each) =>
    "text" in each && "transferId" in each && /person|chip|closed|handled|address \[/.test(each.text)
      ? [each.text]
      : [],
  );
const stored = async () => ({
  attention: await ledger
    .selectFrom("attention")
    .select(["transfer_id", "place", "from_at", "look_at", "look_counts"])
    .orderBy("transfer_id")
    .orderBy("place")
    .execute(),
  transfers: await ledger
    .selectFrom("transfers")
    .select(["id", "chip", "is_closed", "is_handled"])
    .orderBy("id")
    .execute(),
  addresses: await ledger
    .selectFrom("addresses")
    .selectAll()
    .orderBy("transfer_id")
    .orderBy("address")
    .execute(),
});

it("is written with each event as a whole writing of all of them would write it, many settled at once", async () => {
  const count = casesOf(700);
  await openLedger(count);
  const before = await stored();
  await ledger.deleteFrom("standing_recipe").execute();
  expect(await refillStandings(ledger)).toBe(count);
  expect(await stored()).toEqual(before);
  expect(await faults()).toEqual([]);
  // Written by these rules, it is not written again.
  expect(await refillStandings(ledger)).toBe(0);
});

it("is computed again by verify-ledger, which names what somebody changed", async () => {
  await openLedger(42);
  await refillStandings(ledger);
  const id = ids[3] ?? "";
  const at = (table: string, change: string) => sql.raw(`update ${table} set ${change}`).execute(ledger);
  const own = `where transfer_id = '${id}'`;
  const held = attentionReasons.indexOf("on_hold");
  const tries: [change: () => Promise<unknown>, back: () => Promise<unknown>, named: RegExp][] = [
    ...(
      [
        ["transfers", "chip", "seen", `where id = '${id}'`, /chip is stored as seen/],
        ["transfers", "is_closed", "0", `where id = '${id}'`, /is_closed is stored as 0/],
        ["transfers", "is_handled", "1", `where id = '${id}'`, /is_handled is stored as 1/],
        ["addresses", "account", "0x1", own, /not watched as its events say/],
        ["addresses", "address_check", "invalid", own, /not watched as its events say/],
        ["attention", "from_at", "2099-01-01", `${own} and place = ${held}`, /don't say .*: on_hold/],
        ["attention", "look_at", "2099-01-01", `${own} and place = ${held}`, /don't say .*: on_hold/],
      ] as const
    ).map(([table, column, value, where, named]): (typeof tries)[number] => {
      const kept = `kept_${table}_${column}`;
      return [
        async () => {
          await sql.raw(`create table ${kept} as select ${column} from ${table} ${where}`).execute(ledger);
          await at(table, `${column} = '${value}' ${where}`);
        },
        async () => {
          await at(table, `${column} = (select ${column} from ${kept}) ${where}`);
          await sql.raw(`drop table ${kept}`).execute(ledger);
        },
        named,
      ];
    }),
  ];
  for (const [change, back, named] of tries) {
    await change();
    expect((await faults()).join("; ")).toMatch(named);
    await back();
    expect(await faults()).toEqual([]);
  }
  await sql.raw(`delete from attention ${own} and place = ${held}`).execute(ledger);
  expect((await faults()).join("; ")).toMatch(/that was removed: on_hold/);
});
