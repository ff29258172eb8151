import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { beginWatching, noteHead } from "#lib/server/chain/cursors";
import { env } from "#lib/server/config/env";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { attentionOf, needsPerson } from "#lib/server/ledger/attention-rules";
import { listTransfers } from "#lib/server/search/list-transfers";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { type FundingState, liveFundings } from "#lib/transfer/funding";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { attentionWords } from "#lib/words/attention-words";
import { statusWords } from "#lib/words/words";
import { countOpen, newestOpen, pageOfOpen } from "./open-transfers";

let dashboard: TestDashboard;
let ledger: Db;
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, 700);
  ledger = await db();
  await shapeTransfers();
});
afterAll(() => dashboard.close());

const address = `0x${"7".repeat(40)}`;
const plain = {
  ...({ submission: "accepted", status: "paid", address_check: "valid" } as const),
  ...{ is_repeated: 0, has_late_deposit: 0, has_dropped_callbacks: 0 },
  ...{ is_contradicted: 0, is_payment_withdrawn: 0, deposit_label: null, paid_at: null },
  has_node_dispute: 0,
};
/** All that a transfer can be, one thing at a time. */
const shapes: Partial<TransferRow>[] = [
  ...transferStatuses.map((status) => ({ status })),
  { submission: "unknown", status: "unknown", callback_count: 0 },
  { submission: "unknown", status: "unknown", callback_count: 2 },
  { address: null },
  { address: null, status: "accepted" },
  { address_check: "invalid" },
  { address_check: "invalid", status: "awaiting_deposit" },
  { has_late_deposit: 1 },
  { has_dropped_callbacks: 1 },
  { is_contradicted: 1 },
  { is_repeated: 1 },
  { is_repeated: 1, address },
  { is_payment_withdrawn: 1, status: "processing" },
  { is_payment_withdrawn: 1 },
  { has_node_dispute: 1 },
  ...(["none", "seen", "exact", "short", "over", "wrong_token", "gone"] as const).flatMap((deposit_label) =>
    (["awaiting_deposit", "processing", "paid", "expired"] as const).map((status) => ({
      deposit_label,
      status,
    })),
  ),
];

const wallets = [
  ...(["asked", "unsure", "sent"] as const).flatMap((state) =>
    (["awaiting_deposit", "paid"] as const).map((status) => ({ state, status })),
  ),
  ...(["not_sent", "arrived", "failed", "closed"] as const).map((state) => ({
    state,
    status: "awaiting_deposit" as const,
  })),
];

const isLive = (state: FundingState) => (liveFundings.some((live) => live === state) ? 1 : 0);

/** Gives transfers of those that need nobody else a wallet that was asked, now and a while ago, handled and not. */
async function shapeFundings(ids: string[]): Promise<void> {
  const { personId } = await writeSession(ledger, authSecret());
  const long = new Date(Date.now() - 40 * 60_000).toISOString();
  const now = new Date().toISOString();
  for (const { state, status } of wallets)
    for (const is_handled of [0, 1])
      for (const at of [long, now]) {
        const id = ids.pop() ?? "";
        const times = { created_at: now, updated_at: now };
        await ledger
          .updateTable("transfers")
          .set({ ...plain, ...times, is_handled, status, has_live_funding: isLive(state) })
          .where("id", "=", id)
          .execute();
        const asked = { transfer_id: id, person_id: personId, wallet: "w", from_address: "f", chain_id: "1" };
        await ledger
          .insertInto("fundings")
          .values({
            ...asked,
            id,
            state,
            contract: "c",
            to_address: "t",
            units: "1",
            hash: null,
            asked_at: at,
            changed_at: at,
          })
          .execute();
      }
}

/** Gives transfers each of the shapes: handled and not, old and new, with and without news a while ago. */
async function shapeTransfers(): Promise<void> {
  // One without an address would stand under that reason, whatever its shape.
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "network"])
    .where("address", "is not", null)
    .where("callback_count", ">", 0)
    .orderBy("id")
    .execute();
  expect(rows.length).toBeGreaterThanOrEqual(shapes.length * 6 + wallets.length * 4);
  for (const network of new Set(rows.map((row) => row.network))) {
    await beginWatching(ledger, network);
    const cursor = { network, settled: null, settled_hash: null };
    await noteHead(ledger, cursor, { number: 1, hash: "", timeMs: Date.now() });
  }
  const old = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString();
  const now = new Date().toISOString();
  for (const shape of shapes)
    for (const is_handled of [0, 1])
      for (const [created_at, updated_at] of [
        [old, old],
        [old, now],
        [now, now],
      ] as const)
        await ledger
          .updateTable("transfers")
          .set({ ...plain, created_at, updated_at, is_handled, ...shape })
          .where("id", "=", rows.pop()?.id ?? "")
          .execute();
  await shapeFundings(rows.map(({ id }) => id));
  const open = ledger.selectFrom("transfers").select("id").where("address", "is not", null);
  const changed = await open.where("is_handled", "=", 0).where("has_late_deposit", "=", 1).execute();
  await ledger
    .updateTable("transfer_events")
    .set({ address: "another" })
    .where(
      "transfer_id",
      "in",
      changed.map(({ id }) => id),
    )
    .where("seq", "=", 1)
    .execute();
}

it("lists all that need a person, whatever for, and nobody else", async () => {
  const whole = await ledger.selectFrom("transfers").select("id").where(needsPerson()).execute();
  const ids = whole.map(({ id }) => id).sort();
  const groups = await newestOpen(ledger, 1_000);
  expect(groups.map(({ reason }) => reason)).toEqual([...attentionReasons]);
  // Each once, so the groups add up.
  expect(groups.flatMap((group) => group.ids).sort()).toEqual(ids);
  for (const { reason, ids: own } of groups) {
    const [first] = own;
    expect((await attentionOf(ledger, first ?? ""))[0]).toBe(reason);
  }
  const { total, reasons } = await countOpen(ledger);
  expect(total).toBe(ids.length);
  expect(reasons).toMatchObject(groups.map(({ reason, count }) => ({ reason, count })));
  const paged = await Promise.all(
    [0, 50, 100, 150].map((offset) => pageOfOpen(ledger, { offset, limit: 50 })),
  );
  expect(paged.flat().map(({ id }) => id)).toEqual(groups.flatMap((group) => group.ids));
  const listed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listTransfers({
      limit: 20,
      attention: "yes",
      ...(cursor !== undefined && { cursor }),
    });
    listed.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(listed.sort()).toEqual(ids);
});

/** What a chip may say under a group's title; a group that is left out is named after its one status. */
const chips: Partial<Record<AttentionReason, RegExp>> = {
  unknown_outcome: /^Outcome unknown$/,
  late_callback: /^Outcome unknown$/,
  // An update read its messages again, and now they say this.
  payment_withdrawn: /^(?!Paid$)/,
  contradicting_address: /./,
  address_changed: /./,
  seen_twice: /./,
  late_deposit: /./,
  callbacks_dropped: /./,
  nodes_disagree: /./,
  address_invalid: /^(?!Paid$)/,
  address_missing: /^(?!Paid$|Failed$|Refunded$|Refund failed$|Expired$|Cancelled by the service$)/,
  paid_without_address: /^Paid$/,
  deposit_silent: /^Deposit received$/,
  no_deposit: /^(Address issued|Awaiting deposit)$/,
};
const notOver = /^(?!Paid$|Failed$|Refunded$|Refund failed$|Expired$|Cancelled by the service$)/;
const onChain: typeof chips = {
  ...{ chain_short: notOver, chain_over: notOver, chain_wrong_token: notOver, chain_gone: notOver },
  chain_unreported: /^(Address issued|Awaiting deposit)$/,
  chain_missing: /^(Deposit received|Processing|Paid)$/,
  ...{
    wallet_unsure: /^Awaiting deposit$/,
    wallet_unseen: /^Awaiting deposit$/,
    wallet_silent: /^Awaiting deposit$/,
  },
};
const asksForMoney = /send nothing|fund it|send to only one|(is|was) not paid|no payout|before you send/i;

it("never says of a group what the chip of a row under it denies", async () => {
  for (const { reason, ids } of await newestOpen(ledger, 1_000)) {
    const { title, body } = attentionWords[reason];
    const rows = await ledger.selectFrom("transfers").select("status").where("id", "in", ids).execute();
    for (const { status } of rows) {
      const { word } = statusWords[status];
      const named = { ...chips, ...onChain }[reason];
      if (named === undefined) expect(title.startsWith(word), `${word} under "${title}"`).toBe(true);
      else expect(word).toMatch(named);
      if (status === "paid") expect(`${title} ${body}`).not.toMatch(asksForMoney);
    }
  }
});

it("gives the newest behind each reason, and counts the rest as well", async () => {
  const all = await newestOpen(ledger, 1_000);
  const few = await newestOpen(ledger, 2);
  expect(few.map(({ reason, count }) => ({ reason, count }))).toEqual(
    all.map(({ reason, count }) => ({ reason, count })),
  );
  expect(few.map(({ ids }) => ids)).toEqual(all.map(({ ids }) => ids.slice(0, 2)));
});
