import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";
import { topicOf } from "#lib/testing/service/sandbox-chain";
import { reviewAddresses } from "./review-addresses";

const [{ contract = "", chainId = 0, otherTokens = [] } = {}] = watchedAssets;
let node: FakeNode;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url], { APP_URL: "http://localhost:3000" });
  await watching.look();
});
afterAll(async () => {
  await watching.close();
  await node.close();
});

const ask = ({ id }: Pick<Transfer, "id">) =>
  watching.dashboard.send("POST", `/api/transfers/${id}/fundings`, {
    body: { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` },
    headers: { "idempotency-key": randomUUID() },
  });
const link = ({ id }: Pick<Transfer, "id">) =>
  watching.dashboard.send("POST", `/api/transfers/${id}/pay-link`, {
    body: { validHours: 2, payeeName: "Ada" },
  });

/** As a version before stored it. */
async function storeAddress(address: string): Promise<Transfer> {
  const transfer = await watching.create();
  await (await db()).updateTable("transfers").set({ address }).where("id", "=", transfer.id).execute();
  await (await db())
    .updateTable("transfer_events")
    .set({ address, claimed_address: address })
    .where("transfer_id", "=", transfer.id)
    .where("address", "is not", null)
    .execute();
  return transfer;
}

it("a start closes what stands at a token’s own contract, however it is written, and nothing else", async () => {
  const others = otherTokens.map((token) => token.contract);
  const spellings = [contract, contract.toLowerCase(), `0x${contract.slice(2).toUpperCase()}`, ...others];
  const stored: Transfer[] = [];
  for (const address of spellings) stored.push(await storeAddress(address));
  const good = await watching.create();
  const ledger = await db();
  expect(await reviewAddresses(ledger)).toBe(spellings.length);
  expect(await reviewAddresses(ledger)).toBe(0);
  for (const transfer of stored) {
    const { addressCheck, standing } = await watching.find(transfer);
    expect([addressCheck, standing.closedBy, standing.reason]).toEqual([
      ...["invalid", "invalid_address", "address_invalid"],
    ]);
    expect((await ask(transfer)).problem.code).toBe("not_open");
    expect((await link(transfer)).problem.code).toBe("not_possible_now");
  }
  expect((await watching.find(good)).addressCheck).toBe("valid");
  expect((await ask(good)).status).toBe(201);
  watching.dashboard.spoil();
});

it("what an address sends to itself is no deposit of it", async () => {
  const transfer = await watching.create();
  await watching.look();
  const log = node.pay(contract, transfer.address, 100_000_000n);
  log.topics[1] = topicOf(transfer.address);
  await watching.look();
  expect((await watching.find(transfer)).deposit).toMatchObject({ label: "none", amount: null, parts: [] });
  node.pay(contract, transfer.address, 60_000_000n);
  await watching.look();
  expect((await watching.find(transfer)).deposit).toMatchObject({ amount: "60", parts: ["60"] });
});
