import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { evmAddress } from "#lib/asset/address";
import type { TransferPage } from "#lib/contract/transfer-list";
import { findAttentionPage } from "#lib/server/attention/attention";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { listDeposits } from "#lib/server/standing/deposit-facts";
import { recordOutcome } from "#lib/server/submission/record-outcome";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { goodAddress } from "#lib/testing/service/faulty-service";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { attentionReasons } from "#lib/transfer/attention-reasons";

/** Money that a node showed stays told, whatever a person did before it stood. */

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const million = 1_000_000n;
const minuteMs = 60_000;
let node: FakeNode;
let watching: WatchingDashboard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
});
afterEach(async () => {
  vi.useRealTimers();
  await watching.close();
  await node.close();
});

type Of = { id: string };
const told = async () =>
  (await findAttentionPage({}, "nobody")).rows.map(({ transfer, reason }) => [transfer.id, reason]);
const send = ({ id }: Of, what: "notes" | "resolution", body: object) =>
  watching.dashboard.send("POST", `/api/transfers/${id}/${what}`, { body });
const settle = (of: Of) => send(of, "notes", { kind: "handled", text: "Seen, and the service knows." });
const labelOf = async ({ id }: Of) =>
  (await (await db()).selectFrom("transfers").select("deposit_label").where("id", "=", id).executeTakeFirst())
    ?.deposit_label;
const stand = async () => {
  node.mine(3);
  await watching.look();
};
const found = async (text: string) =>
  (
    await watching.dashboard.send<TransferPage>("GET", `/api/transfers?q=${encodeURIComponent(text)}`)
  ).body.items.map(({ id }) => id);

it("what came to the address that a person has not chosen is told, found by it, and asks for no more", async () => {
  const transfer = await watching.createUnknown();
  expect(transfer.status).toBe("unknown");
  const [first, second] = [goodAddress, evmAddress(randomBytes(20))];
  const known = { outcome: "exists", transactionId: "txn_lost", address: first, reason: "Support said so." };
  expect((await send(transfer, "resolution", known)).status).toBe(200);
  // The answer itself was on its way.
  const ledger = await db();
  const rows = ledger.selectFrom("transfers").selectAll().where("id", "=", transfer.id);
  const late = { kind: "accepted", transactionId: "txn_lost", address: second, raw: "{}" } as const;
  await recordOutcome(ledger, { row: await rows.executeTakeFirstOrThrow(), by: null, agreed: [] }, late);
  const { claims, address: none } = await watching.find(transfer);
  expect([none, claims.map(({ address }) => address)]).toEqual([null, [first, second]]);
  const newest = `${claims.at(-1)?.event}`;
  const chosen = { outcome: "address", event: newest, newest, reason: "Support: the second one." };
  expect((await send(transfer, "resolution", chosen)).status).toBe(200);
  expect((await watching.find(transfer)).address).toBe(second);
  await settle(transfer);
  await addEndpoint(ledger, "https://ledger.example/");

  await watching.look();
  node.pay(contract, first, 100n * million);
  await stand();
  while (await followUp(ledger, "Africa/Lagos", { happenings: 50, transfers: 60 }));
  const messages = await ledger.selectFrom("deliveries").select(["kind", "body"]).execute();
  const seen = messages.filter(({ kind }) => kind === "transfer.deposit_seen");
  expect(seen.map(({ body }) => JSON.parse(body).data.deposit)).toEqual([
    { amount: "100", token: "USDC", arrived: "0", missing: "100" },
  ]);
  const { id, address, createdAt, standing } = await watching.find(transfer);
  expect([standing.reason, standing.closedBy]).toEqual(["money_elsewhere", "elsewhere"]);
  expect(await listDeposits({ id, address, createdAt })).toMatchObject([
    { amount: "100", isElsewhere: true },
  ]);
  expect(await told()).toEqual([[transfer.id, "money_elsewhere"]]);
  const parts = [
    `${first.slice(0, 6)}…${first.slice(-4)}`,
    first.slice(0, 12),
    first.slice(-8),
    first.slice(9, 24),
  ];
  for (const text of [first, ...parts, second]) expect(await found(text), text).toEqual([transfer.id]);
});

it.each([
  ["short", 60n, "chain_short"],
  ["over", 160n, "chain_over"],
] as const)("settled while only seen, and confirmed %s: it is told again", async (_label, amount, reason) => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, amount * million);
  await watching.look();
  expect((await watching.find(transfer)).deposit.label).toBe("seen");
  expect((await settle(transfer)).status).toBe(200);
  expect(await told()).toEqual([]);
  await stand();
  expect(await told()).toEqual([[transfer.id, reason]]);
  await settle(transfer);
  expect(await told()).toEqual([]);
});

it("settled while the whole amount was only seen: its confirmation is no news", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, 100n * million);
  await watching.look();
  await settle(transfer);
  await stand();
  expect((await watching.find(transfer)).deposit.label).toBe("exact");
  expect(await told()).toEqual([]);
});

it("60 of 100 is told within the hour, though a stranger adds a smallest unit to it without end", async () => {
  const transfer = await watching.create();
  await watching.look();
  node.pay(contract, transfer.address, 60n * million);
  await stand();
  for (let minutes = 0; minutes <= 60; minutes += 2) {
    node.pay(contract, transfer.address, 1n);
    await watching.look();
    expect(await labelOf(transfer)).toBe("seen");
    vi.setSystemTime(Date.now() + 2 * minuteMs);
  }
  expect(await told()).toEqual([[transfer.id, "stuck"]]);
});

it("what was reported paid before anybody looked will be missed, by the first look that sees nothing there", async () => {
  const transfer = await watching.create();
  expect(await watching.report(transfer, { status: "completed" })).toBe(204);
  const reasons = async () => {
    const rows = (await db()).selectFrom("attention").select("place").where("transfer_id", "=", transfer.id);
    return (await rows.execute()).map(({ place }) => attentionReasons[place]);
  };
  expect(await reasons()).toEqual([]);
  await stand();
  expect(await reasons()).toEqual(["chain_missing"]);
});

it("what an address sends to itself is nothing that arrived, on the page and in the standing", async () => {
  const transfer = await watching.create();
  await watching.look();
  const topic = `0x${transfer.address.slice(2).toLowerCase().padStart(64, "0")}`;
  const [name = ""] = node.pay(contract, transfer.address, 1n).topics;
  node.reorg(1);
  node.pay(contract, transfer.address, 100n * million, { topics: [name, topic, topic] });
  await stand();
  const { deposit, standing } = await watching.find(transfer);
  expect([deposit.label, standing.chip, standing.invitation]).toEqual(["none", "status", "open"]);
});

it.each([[["100", "40"]], [["40", "100"]]])(
  "two reports of one payout that say %j arrived are told, and don't agree with the network",
  async (sums) => {
    const transfer = await watching.create();
    await watching.look();
    for (const amountReceived of sums)
      await watching.report(transfer, { status: "completed", amountReceived });
    expect(await told()).toEqual([[transfer.id, "deposit_short"]]);
    node.pay(contract, transfer.address, 100n * million);
    await stand();
    expect(await told()).toEqual([[transfer.id, "sources_differ"]]);
  },
);

it("what came to the second address of a creation's answer is told, and found by it", async () => {
  const second = evmAddress(randomBytes(20));
  const transfer = await watching.create({}, { depositAddress: second });
  expect((await watching.find(transfer)).standing.closedBy).toBe("doubt_of_address");
  await watching.look();
  node.pay(contract, second, 100n * million);
  await stand();
  expect(await told()).toEqual([[transfer.id, "money_elsewhere"]]);
  expect(await found(second)).toEqual([transfer.id]);
});

it("what came to any address that an unclear answer names is told", async () => {
  const [first, second] = [evmAddress(randomBytes(20)), evmAddress(randomBytes(20))];
  const said = { depositAddress: first, data: { wallet: { address: second } } };
  const transfer = await watching.createUnknown(said);
  expect(transfer.status).toBe("unknown");
  await watching.look();
  node.pay(contract, second, 100n * million);
  await stand();
  expect(await told()).toEqual([[transfer.id, "money_elsewhere"]]);
  for (const address of [first, second]) expect(await found(address), address).toEqual([transfer.id]);
});
