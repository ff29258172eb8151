import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Instance } from "#lib/testing/servers/instances";
import { shifted } from "#lib/testing/servers/shifted-clock";
import { changed } from "#lib/testing/service/fake-node";
import { type ChainLog, topicOf } from "#lib/testing/service/sandbox-chain";
import { type ChainRig, newHash, openChainRig, type Side } from "./chain/rig";

/** Servers are killed as they write what the network showed, and what a wallet was asked and said. */

const kills = 10;
const sides: Side[] = ["before", "after"];
const writes = {
  quick: 'update "chain_cursors" set "head".*insert into "deposits"',
  settling: 'update "chain_cursors" set "settled".*insert into "deposits"',
  audit: '^(?!.*update "chain_cursors").*insert into "deposits"',
  claim: "insert into fundings",
  answer: 'update "fundings".*insert into "transfer_events"',
};
let rig: ChainRig;

/** For the tests of one `describe`: a process holds one ledger. */
function openForAll(): void {
  beforeAll(async () => {
    rig = await openChainRig();
  });
  afterAll(() => rig.close());
}

type Own = Transfer & { address: string };
const statesOf = async ({ id }: Own) => {
  const rows = await rig.ledger
    .selectFrom("deposits")
    .select("state")
    .where("transfer_id", "=", id)
    .execute();
  return rows.map(({ state }) => state);
};
const stateOf = async (key: string) =>
  (await rig.ledger.selectFrom("fundings").select("state").where("id", "=", key).executeTakeFirst())?.state;
const fundEvents = async (transfer: Own) =>
  (await rig.watching.find(transfer)).events.flatMap(({ kind }) => (kind.startsWith("fund_") ? [kind] : []));

async function expectOnce(transfer: Own): Promise<void> {
  const { deposit } = await rig.watching.find(transfer);
  expect(deposit).toMatchObject({ label: "exact", amount: "100", parts: ["100"] });
  expect(await rig.watching.news(transfer)).toEqual(["seen", "confirmed"]);
  expect(await statesOf(transfer)).toEqual(["confirmed"]);
}
const say = (text: string) => void process.stdout.write(`${text}\n`);

describe("a server that is killed as it looks", () => {
  openForAll();
  const left = {
    quick: { before: [], after: ["seen"] },
    settling: { before: ["seen"], after: ["confirmed"] },
  };

  it.each(sides.flatMap((side) => (["quick", "settling"] as const).map((look) => [side, look] as const)))(
    "%s the commit of the %s look: the next one counts all, once",
    async (side, look) => {
      const { node, watching } = rig;
      for (let round = 0; round < kills; round++) {
        const transfer = await watching.create();
        await rig.look();
        rig.pay(transfer);
        if (look === "settling") node.mine(1);
        const before = (await watching.cursor())?.settled;
        await rig.kill({ side, writes: writes[look] });
        expect(await statesOf(transfer)).toEqual(left[look][side]);
        const isMoved = look === "settling" && side === "after";
        expect((await watching.cursor())?.settled).toBe(isMoved ? node.head() - 1 : before);
        node.mine(2);
        await rig.look();
        await expectOnce(transfer);
        expect((await watching.cursor())?.settled).toBe(node.head() - 1);
      }
      say(`${look} look, ${side} its commit: ${kills} kills, nothing lost, nothing twice`);
    },
  );
});

describe("a server that is killed as it audits", () => {
  it.each(sides)("%s its commit: what was omitted is found once", async (side) => {
    rig = await openChainRig();
    onTestFinished(rig.close);
    const { node, watching } = rig;
    const transfers = await Promise.all(Array.from({ length: kills }, () => watching.create()));
    const hidden = new Set(transfers.map(({ address }) => topicOf(address)));
    node.behave(
      "eth_getLogs",
      changed((logs: ChainLog[]) => logs.filter(({ topics }) => !hidden.has(topics[2] ?? ""))),
    );
    await rig.look();
    for (const transfer of transfers) rig.pay(transfer);
    node.mine(2);
    await rig.look();
    // An hour later the block of each is below the cursor, and the audit is due.
    const shiftMs = 3_700_000;
    const laterAt = new Date(Date.now() + 2 * shiftMs).toISOString();
    await rig.ledger.updateTable("sessions").set({ expires_at: laterAt }).execute();
    const { now } = Date;
    const later = async (work: () => Promise<void> | void) => {
      vi.spyOn(Date, "now").mockImplementation(() => now() + shiftMs);
      await work();
      vi.restoreAllMocks();
    };
    const makeDue = () =>
      rig.ledger
        .updateTable("chain_cursors")
        .set({ audited_at: new Date(0).toISOString() })
        .execute();
    for (const transfer of transfers) {
      hidden.delete(topicOf(transfer.address));
      await later(() => node.mine(1));
      await makeDue();
      await rig.kill({ side, writes: writes.audit, variables: shifted(shiftMs) });
      expect(await statesOf(transfer)).toEqual(side === "before" ? [] : ["confirmed"]);
      await makeDue();
      await later(rig.look);
      await expectOnce(transfer);
    }
    say(`audit, ${side} its commit: ${kills} kills, nothing lost, nothing twice`);
  });
});

describe("a server that is killed with a wallet's request", () => {
  openForAll();
  it.each(sides)("%s the commit of the claim: there is one licence at most", async (side) => {
    for (let round = 0; round < kills; round++) {
      const transfer = await rig.watching.create();
      const [key, other] = [randomUUID(), randomUUID()];
      let heard: number | undefined;
      const drive = async (server: Instance) => {
        heard = await rig.ask(transfer, key, server);
      };
      await rig.kill({ side, writes: writes.claim, drive });
      expect([heard, await stateOf(key)]).toEqual([0, side === "before" ? undefined : "asked"]);
      // A repeat of what was taken is no licence: nobody knows what became of the first.
      expect(await rig.ask(transfer, key)).toBe(side === "before" ? 201 : 200);
      expect(await rig.ask(transfer, other)).toBe(409);
      expect(await fundEvents(transfer)).toEqual(["fund_asked"]);
      // The browser heard nothing, so it asked no wallet and says so: others can send.
      expect(await rig.answer(transfer, key, { said: "not_sent" })).toBe(200);
      expect(await rig.ask(transfer, other)).toBe(201);
    }
    say(`claim, ${side} its commit: ${kills} kills, one licence each`);
  });

  it.each(sides)("%s the commit of its answer: the browser's next try records it once", async (side) => {
    for (let round = 0; round < kills; round++) {
      const transfer = await rig.watching.create();
      await rig.look();
      const [key, hash] = [randomUUID(), newHash()];
      expect(await rig.ask(transfer, key)).toBe(201);
      const sent = { said: "sent", hash };
      let heard: number | undefined;
      const drive = async (server: Instance) => {
        heard = await rig.answer(transfer, key, sent, server);
      };
      await rig.kill({ side, writes: writes.answer, drive });
      expect([heard, await stateOf(key)]).toEqual([0, side === "before" ? "asked" : "sent"]);
      expect(await rig.ask(transfer, randomUUID())).toBe(409);
      expect(await rig.answer(transfer, key, sent)).toBe(200);
      expect(await fundEvents(transfer)).toEqual(["fund_asked", "fund_sent"]);
      rig.pay(transfer, { transactionHash: hash });
      rig.node.mine(1);
      await rig.look();
      expect(await stateOf(key)).toBe("arrived");
      await expectOnce(transfer);
    }
    say(`answer, ${side} its commit: ${kills} kills, nothing lost, nothing twice`);
  });
});
