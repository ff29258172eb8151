import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { writeDepositLabel } from "#lib/server/standing/deposit-facts";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import { failWrites } from "#lib/testing/database/database";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, nextSecond, startFakeNode } from "#lib/testing/service/fake-node";
import { goodAddress } from "#lib/testing/service/faulty-service";
import type { Ground } from "./heads";
import { lookQuickly, lookToSettle } from "./looks";
import { markLookedAt, readHot, readWatched } from "./watched";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const hundred = 100_000_000n;
let node: FakeNode;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url]);
  await watching.look();
});
afterAll(async () => {
  await watching.close();
  await node.close();
});
afterEach(() => node.recover());

/** As it stands now, for another server that reads the same. */
async function groundNow(): Promise<Ground> {
  const [reader] = watching.readers();
  const cursor = await watching.cursor();
  const first = reader?.network.nodes[0];
  if (reader === undefined || first === undefined || cursor === undefined)
    throw new Error("Nothing to read.");
  return { ledger: await db(), network: reader.network, node: first, cursor };
}
const quick = async (ground: Ground) => lookQuickly(ground, await readHot(ground.ledger, ground.cursor));
const settle = async (ground: Ground) =>
  lookToSettle(ground, await readWatched(ground.ledger, ground.cursor));
const outcomes = (all: PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === "fulfilled" ? "moved" : String(one.reason.name))).sort();

describe("servers that read at once", () => {
  it.each([2, 3])("%i settle: one moves the cursor, and nothing is counted or told twice", async (count) => {
    const transfer = await watching.create();
    await watching.look();
    node.pay(contract, transfer.address, hundred);
    node.mine(1);
    const grounds = await Promise.all(Array.from({ length: count }, groundNow));
    const said = outcomes(await Promise.allSettled(grounds.map(settle)));
    expect(said).toEqual([...Array(count - 1).fill("CursorMoved"), "moved"]);
    expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
    expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", parts: ["100"] });
    expect((await watching.cursor())?.settled).toBe(node.head() - 1);
  });

  it("three look quickly: what is new is told once", async () => {
    const transfer = await watching.create();
    await watching.look();
    node.pay(contract, transfer.address, hundred);
    const grounds = await Promise.all([groundNow(), groundNow(), groundNow()]);
    await Promise.all(grounds.map(quick));
    expect(await watching.news(transfer)).toEqual(["seen"]);
  });

  it("what was read before another server settled is not written after it", async () => {
    const transfer = await watching.create();
    await watching.look();
    const before = node.pay(contract, transfer.address, hundred);
    const stale = await groundNow();
    // This answer is on its way until the other server is done, and names a block that is no more.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask: Ground["node"]["ask"] = async (method, params) => {
      const answer = await stale.node.ask(method, params);
      if (method === "eth_getLogs") await released;
      return answer;
    };
    const slow = quick({ ...stale, node: { ...stale.node, ask } });
    node.mine(2);
    await settle(await groundNow());
    release();
    await expect(slow).rejects.toThrow();
    expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
    expect((await watching.find(transfer)).deposit.transactions).toEqual([before.transactionHash]);
  });

  it("a server without the lease asks nothing, until it is over", async () => {
    await watching.create();
    const ledger = await db();
    const lease = async (until: number) =>
      ledger
        .updateTable("chain_cursors")
        .set({ lease_by: "another", lease_until: new Date(Date.now() + until).toISOString() })
        .execute();
    const callsOfALook = async () => {
      node.calls.length = 0;
      await watching.look();
      return node.calls.length;
    };
    await lease(12_000);
    expect(await callsOfALook()).toBe(0);
    await lease(-1_000);
    expect(await callsOfALook()).toBeGreaterThan(0);
    // A clock that was far ahead holds it for nobody.
    await lease(3_600_000);
    expect(await callsOfALook()).toBeGreaterThan(0);
  });
});

describe("a write that fails", () => {
  const writes = [
    "insert on deposits",
    "insert on transfer_events",
    "insert on audit_log",
    "update on transfers",
    "update on chain_cursors",
  ];
  const looks = [
    ["quick", quick],
    ["settling", settle],
  ] as const;
  it.each(looks.flatMap(([name, look]) => writes.map((write) => [write, name, look] as const)))(
    "(%s, in a %s look) leaves nothing half, and the next look writes all",
    async (write, _name, look) => {
      const transfer = await watching.create();
      await watching.look();
      node.pay(contract, transfer.address, 60_000_000n);
      node.pay(contract, transfer.address, 40_000_000n);
      node.mine(look === settle ? 1 : 0);
      const before = await facts(transfer.id);
      const ground = await groundNow();
      const mend = await failWrites(await db(), write);
      await expect(look(ground)).rejects.toThrow();
      await mend();
      expect(await facts(transfer.id)).toEqual(before);
      node.mine(2);
      await watching.look();
      expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", parts: ["60", "40"] });
      expect(await watching.news(transfer)).toHaveLength(4);
    },
  );
});

async function facts(id: string): Promise<{ place: Partial<ChainCursorRow>; events: number; rows: number }> {
  const ledger = await db();
  const events = await ledger
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .execute();
  const rows = await ledger.selectFrom("deposits").select("tx").where("transfer_id", "=", id).execute();
  const { settled = null, settled_hash = null, head = null } = (await watching.cursor()) ?? {};
  return { place: { settled, settled_hash, head }, events: events.length, rows: rows.length };
}

describe("an address that became known late", () => {
  it("is read from the beginning before anything is said of it", async () => {
    const transfer = await watching.create();
    const ledger = await db();
    // Until then no source has named it.
    const named = await ledger
      .deleteFrom("addresses")
      .where("transfer_id", "=", transfer.id)
      .returningAll()
      .execute();
    await watching.create();
    const { transactionHash } = node.pay(contract, transfer.address, hundred);
    // The blocks after it are younger.
    await nextSecond();
    node.mine(5);
    await watching.look();
    await ledger.insertInto("addresses").values(named).execute();
    expect((await watching.find(transfer)).deposit.label).toBe("blind");
    await watching.look();
    expect(await watching.news(transfer)).toEqual([]);
    node.mine(1);
    await watching.look();
    expect((await watching.find(transfer)).deposit).toMatchObject({
      label: "exact",
      transactions: [transactionHash],
    });
  });

  it("is not marked as read by a look at the address before it", async () => {
    const transfer = await watching.create();
    const ledger = await db();
    const [cursor] = await ledger.selectFrom("chain_cursors").selectAll().execute();
    if (cursor === undefined) throw new Error("Nothing is watched.");
    const read = await readHot(ledger, cursor);
    const choose = (address: string) =>
      inTransaction(ledger, async (trx) => {
        const chosen = trx.updateTable("transfers").set({ address }).where("id", "=", transfer.id);
        await writeDepositLabel(trx, await chosen.returningAll().executeTakeFirstOrThrow());
        await writeStandings(trx, [transfer.id]);
      });
    const label = async () =>
      (
        await ledger
          .selectFrom("transfers")
          .select("deposit_label")
          .where("id", "=", transfer.id)
          .executeTakeFirst()
      )?.deposit_label;
    await choose(goodAddress);
    await markLookedAt(ledger, read);
    expect(await label()).toBeNull();
    await choose(transfer.address);
    await markLookedAt(ledger, read);
    expect(await label()).toBe("none");
  });
});
