import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { TransferWithEvents } from "#lib/contract/api";
import type { ServiceWords } from "#lib/contract/transfer/standing";
import { inTransaction } from "#lib/server/audit/transaction";
import { forgetReading, rereadCallbacks } from "#lib/server/callbacks/reread-callbacks";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { forgetRecipe, refillStandings } from "#lib/server/ledger/refill-standings";
import type { Db, Trx } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { giveLife, says, sent, settle } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { mostTaught } from "./taught-words";

/** What happens while a server reads all stored words again, or writes all standings again; once. */
const during = vi.hoisted(() => ({
  reading: undefined as (() => Promise<unknown>) | undefined,
  refilling: undefined as ((trx: Trx) => Promise<unknown>) | undefined,
}));
vi.mock(import("#lib/server/reading/read-again"), async (load) => {
  const original = await load();
  const readAgain: typeof original.readAgain = async (...given) => {
    const act = during.reading;
    during.reading = undefined;
    await act?.();
    return original.readAgain(...given);
  };
  return { ...original, readAgain };
});
vi.mock(import("./addresses"), async (load) => {
  const original = await load();
  const noteAddresses: typeof original.noteAddresses = async (trx, ...given) => {
    const act = during.refilling;
    during.refilling = undefined;
    await act?.(trx);
    return original.noteAddresses(trx, ...given);
  };
  return { ...original, noteAddresses };
});

const word = "rate_fixed";
let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  dashboard = await startDashboard({});
  // The lives below are written without the audit log.
  dashboard.spoil();
  ledger = await db();
  await refillStandings(ledger);
});
afterEach(async () => {
  await everythingIsFolded();
  await expect.poll(() => once("under-way", () => new Set()).size).toBe(0);
  await dashboard.close();
});

/** Transfers that the service has accepted and said the word of. */
async function saying(count: number): Promise<string[]> {
  const random = randomFrom(5);
  const rows = Array.from({ length: count }, () => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  }));
  await insertTransfers(ledger, rows);
  const ids = rows.map(({ id }) => id).sort();
  await giveLife(ledger, ids, [...sent, says(word)]);
  return ids;
}

const teach = (meaning: string, said = word) =>
  dashboard.send<ServiceWords>("POST", "/api/words", { body: { word: said, meaning } });
const shown = async (id: string) => {
  const { body } = await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`);
  const { standing, status, taughtWords } = body;
  return { status, reason: standing.reason, invitation: standing.invitation, taughtWords };
};
const stored = async (id: string) => {
  const row = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const needs = await ledger.selectFrom("attention").select("place").where("transfer_id", "=", id).execute();
  return {
    status: row.status,
    chip: row.chip,
    isClosed: row.is_closed,
    needs: needs.map(({ place }) => place),
  };
};
/** The words are folded in the background beyond the newest transfers. */
async function everythingIsFolded(): Promise<void> {
  const isWhole = async () =>
    (await rereadCallbacks(ledger)) + (await refillStandings(ledger)) === 0 &&
    (await verifyLedger(ledger)).differences.every(
      (each) => !/person|chip|closed|status/.test(JSON.stringify(each)),
    );
  await expect.poll(isWhole, { timeout: 20_000 }).toBe(true);
}
const entries = async () => {
  const rows = await ledger
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "word_taught")
    .execute();
  return rows.map(({ detail }) => (JSON.parse(`${detail}`) as { meaning: string }).meaning);
};

it("changes what its transfers are, in each of their places, and taken back it is as it was", async () => {
  const [id = "", other = ""] = await saying(2);
  const before = [await shown(id), await stored(id)];
  expect(before).toMatchObject([
    { status: "other", reason: "unknown_word", invitation: "closed" },
    { isClosed: 1 },
  ]);
  expect((await teach("awaiting_deposit")).body).toMatchObject({ taught: [{ word }], unknown: [] });
  const taughtWords = [{ word, meaning: "awaiting_deposit" }];
  for (const each of [id, other])
    expect(await shown(each)).toEqual({
      status: "awaiting_deposit",
      reason: null,
      invitation: "open",
      taughtWords,
    });
  expect(await stored(id)).toMatchObject({ chip: "status", isClosed: 0 });
  // A repeat is none.
  expect((await teach("awaiting_deposit")).status).toBe(200);
  await teach("failed");
  expect(await shown(id)).toMatchObject({ status: "failed", reason: "failed", invitation: "closed" });
  await teach("as_before");
  expect([await shown(id), await stored(id)]).toEqual(before);
  expect(await entries()).toEqual(["awaiting_deposit", "failed", "as_before"]);
});

it("means one thing where two admins say two at once, for every transfer", async () => {
  const ids = await saying(12);
  await Promise.all([teach("processing"), teach("failed"), teach("processing")]);
  await everythingIsFolded();
  const [row] = await ledger.selectFrom("service_words").select("meaning").execute();
  expect((await entries()).at(-1)).toBe(row?.meaning);
  for (const id of ids) expect((await stored(id)).status).toBe(row?.meaning);
});

it("is taken up to the limit, also by many at once", async () => {
  const row = { meaning: "nothing", taught_by: "ada@example.com", taught_at: new Date().toISOString() };
  const known = Array.from({ length: mostTaught - 1 }, (_, at) => ({ word: `word_${at}`, ...row }));
  await ledger.insertInto("service_words").values(known).execute();
  const answers = await Promise.all(["one", "two", "three", "four"].map((each) => teach("nothing", each)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await ledger.selectFrom("service_words").selectAll().execute()).toHaveLength(mostTaught);
  // One that is known can still be said anew, and taken back.
  expect((await teach("failed", "word_7")).status).toBe(200);
  expect((await teach("as_before", "word_7")).status).toBe(200);
});

it("is folded by the server that is in the midst of reading all again, or by the next one", async () => {
  // What a person has resolved needs nobody, so that only a reading of all finds it.
  const ids = await saying(3);
  for (const id of ids) await settle(ledger, id);
  await inTransaction(ledger, forgetReading);
  const last = await ledger.selectFrom("reading").selectAll().executeTakeFirstOrThrow();
  expect(last.version).toBeLessThan(0);
  during.reading = async () => {
    // Another server stops right after it was told: it folds nothing itself.
    await inTransaction(ledger, async (trx) => {
      const row = { word, taught_by: "ada@example.com", taught_at: new Date().toISOString() };
      await trx
        .insertInto("service_words")
        .values({ ...row, meaning: "processing" })
        .execute();
      await forgetReading(trx);
    });
  };
  await rereadCallbacks(ledger);
  for (const id of ids) expect((await stored(id)).status).toBe("processing");
});

it("begins anew the writing of all standings that another server is in the midst of", async () => {
  await saying(4);
  await inTransaction(ledger, forgetRecipe);
  during.refilling = forgetRecipe;
  expect(await refillStandings(ledger)).toBe(8);
  expect(await refillStandings(ledger)).toBe(0);
});
