import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { FundingTerms } from "#lib/contract/funding/fundings";
import type { PayerView, PayLink } from "#lib/contract/pay/pay-links";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import { type FakeNode, startFakeNode } from "#lib/testing/service/fake-node";

const [{ chainId = 0 } = {}] = watchedAssets;
const hour = 3_600_000;
let node: FakeNode;
let watching: WatchingDashboard;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  watching = await startWatchingDashboard([node.url], { APP_URL: "http://localhost:3000" });
  await watching.look();
});
afterAll(async () => {
  vi.useRealTimers();
  await watching.close();
  await node.close();
});

type Of = Pick<Transfer, "id">;
type Refusal = { until?: string };
const wallet = { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` };
const ask = ({ id }: Of, confirms: object = {}, key = randomUUID()) =>
  watching.dashboard.send<FundingTerms>("POST", `/api/transfers/${id}/fundings`, {
    body: { ...wallet, ...confirms },
    headers: { "idempotency-key": key },
  });
const answer = ({ id }: Of, key: string, body: object) =>
  watching.dashboard.send("POST", `/api/transfers/${id}/fundings/${key}/answer`, { body });
const close = ({ id }: Of, key: string) =>
  watching.dashboard.send("POST", `/api/transfers/${id}/fundings/${key}/close`, {
    body: { reason: "The wallet shows nothing." },
  });
const makeLink = ({ id }: Of, changes: object = {}) =>
  watching.dashboard.send<PayLink>("POST", `/api/transfers/${id}/pay-link`, {
    body: { validHours: 2, payeeName: "Ada", ...changes },
  });
const endLink = ({ id }: Of) => watching.dashboard.send("DELETE", `/api/transfers/${id}/pay-link`);
const readLink = async ({ body: { link } }: { body: PayLink }) => {
  const path = `/api/pay/${link.split("/").at(-1)}`;
  const { state, request } = (await watching.dashboard.send<PayerView>("GET", path, { as: "nobody" })).body;
  return [state, request?.address ?? null];
};
const untilOf = ({ problem }: { problem: object }) => (problem as Refusal).until ?? "";
const newestAct = async () => (await watching.dashboard.send<AuditPage>("GET", "/api/audit")).body.items[0];

describe("a wallet beside a payer’s link", () => {
  it("is asked only once a person has confirmed that very link, and the payer is told not to send", async () => {
    const transfer = await watching.create();
    const link = await makeLink(transfer);
    expect(await readLink(link)).toEqual(["open", transfer.address]);
    const refused = await ask(transfer);
    expect([refused.status, refused.problem.code]).toEqual([409, "pay_link_open"]);
    expect(refused.problem.detail).toMatch(/^A payer’s link is open until .+: somebody else may send too\./);
    expect(refused.problem).toMatchObject({
      until: link.body.expiresAt,
      confirm: { confirmsPayLink: link.body.expiresAt },
    });
    expect((await watching.find(transfer)).funding).toBeNull();
    for (const confirmsPayLink of ["", "true", new Date().toISOString()])
      expect((await ask(transfer, { confirmsPayLink })).problem.code).toBe("pay_link_open");
    // What is confirmed for a restore says nothing of a payer.
    expect((await ask(transfer)).problem.code).toBe("pay_link_open");
    const key = randomUUID();
    expect((await ask(transfer, { confirmsPayLink: untilOf(refused) }, key)).status).toBe(201);
    expect(await newestAct()).toMatchObject({
      action: "funding_asked",
      detail: expect.stringContaining('"isBesidePayLink":true'),
    });
    expect(await readLink(link)).toEqual(["stopped", null]);
    // The wallet refused: the payer may send again.
    await answer(transfer, key, { said: "not_sent", code: "4001" });
    expect(await readLink(link)).toEqual(["open", transfer.address]);
    expect((await ask(transfer)).problem.code).toBe("pay_link_open");
  });

  it("is asked again about a link that was made, replaced or extended after the confirmation", async () => {
    const transfer = await watching.create();
    await makeLink(transfer);
    const first = untilOf(await ask(transfer));
    const longer = await makeLink(transfer, { validHours: 24 });
    const again = await ask(transfer, { confirmsPayLink: first });
    expect([again.problem.code, untilOf(again)]).toEqual(["pay_link_open", longer.body.expiresAt]);
    expect((await ask(transfer, { confirmsPayLink: untilOf(again) })).status).toBe(201);
  });

  it.each<[string, (transfer: Of) => Promise<(() => Promise<void>) | undefined>]>([
    [
      "was ended",
      async (transfer: Of) => {
        await endLink(transfer);
        return undefined;
      },
    ],
    [
      "has expired",
      async ({ id }: Of) => {
        const ledger = await db();
        const expire = async (expires_at: string) =>
          void (await ledger
            .updateTable("pay_links")
            .set({ expires_at })
            .where("transfer_id", "=", id)
            .execute());
        const links = ledger.selectFrom("pay_links").select("expires_at").where("transfer_id", "=", id);
        const { expires_at } = await links.executeTakeFirstOrThrow();
        await expire(new Date(Date.now() - hour).toISOString());
        return () => expire(expires_at);
      },
    ],
  ])("is asked as always where the link %s", async (_what, end) => {
    const transfer = await watching.create();
    await makeLink(transfer);
    const undo = await end(transfer);
    expect((await ask(transfer)).status).toBe(201);
    await undo?.();
  });

  it("is told of what matters more first, and a repeat is no new question", async () => {
    const transfer = await watching.create();
    const link = await makeLink(transfer);
    const key = randomUUID();
    const confirms = { confirmsPayLink: link.body.expiresAt };
    expect((await ask(transfer, confirms, key)).status).toBe(201);
    expect((await ask(transfer, {}, key)).status).toBe(200);
    expect((await ask(transfer)).problem.code).toBe("funding_open");
  });
});

describe("a payer’s link beside a wallet", () => {
  it.each([
    ["was asked", undefined],
    ["may have sent", { said: "unsure" }],
    ["says it sent", { said: "sent", hash: `0x${randomUUID().replaceAll("-", "").repeat(2)}` }],
  ])("is neither made nor extended while a wallet %s, and can be ended", async (_what, said) => {
    const transfer = await watching.create();
    const link = await makeLink(transfer);
    const key = randomUUID();
    await ask(transfer, { confirmsPayLink: link.body.expiresAt }, key);
    if (said !== undefined) await answer(transfer, key, said);
    for (const validHours of [2, 168])
      expect((await makeLink(transfer, { validHours })).problem.code).toBe("not_possible_now");
    expect((await makeLink(transfer)).problem.code).toBe("not_possible_now");
    expect(await readLink(link)).toEqual(["stopped", null]);
    await close(transfer, key);
    expect(await readLink(link)).toEqual(["open", transfer.address]);
    expect((await endLink(transfer)).status).toBe(200);
    expect((await ask(transfer)).status).toBe(201);
  });

  it("and a licence, asked for at once: one comes first, and the other is told of it", async () => {
    for (let round = 0; round < 5; round++) {
      const transfer = await watching.create();
      const [link, asked] = await Promise.all([makeLink(transfer), ask(transfer)]);
      const codes = [link.problem?.code, asked.problem?.code].filter((code) => code !== undefined);
      expect([["pay_link_open"], ["not_possible_now"]]).toContainEqual(codes);
    }
  });
});

// The last ones: from here on every transfer is older than a loss.
describe("where the newest records may have been lost", () => {
  it.each(["ledger_restored", "transfers_held"] as const)(
    "a payer’s page is closed and no link is made after %s, until a person opens it again",
    async (action) => {
      // The loss of the case before is over for what is made now.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 125_000 });
      const [transfer, other] = [await watching.create(), await watching.create()];
      const before = await makeLink(transfer);
      expect(await readLink(before)).toEqual(["open", transfer.address]);
      const restored = {
        ...({ by: "a_command", source: "a_backup", engine: "postgresql" } as const),
        ...{ transfers: "1", events: "1" },
      };
      await inTransaction(await db(), (trx) =>
        action === "ledger_restored"
          ? appendAudit(trx, { ...commandOrigin, action, recordId: null, detail: restored })
          : appendAudit(trx, { ...commandOrigin, action, recordId: null, detail: { reason: "by_hand" } }),
      );
      expect(await readLink(before)).toEqual(["stopped", null]);
      const refused = await makeLink(transfer);
      expect([refused.status, refused.problem.code]).toEqual([409, "funding_unconfirmed"]);
      expect(refused.problem.detail).toMatch(/open the transfer again\. No link was created\.$/);
      const { standing } = await watching.find(transfer);
      const opened = await watching.dashboard.send("POST", `/api/transfers/${transfer.id}/opening`, {
        body: { reason: "Nobody has sent.", seen: `${standing.seen}` },
      });
      expect(opened.status).toBe(200);
      expect(await newestAct()).toMatchObject({
        action: "transfer_opened",
        detail: expect.stringContaining('"closedBy":"restore"'),
      });
      const made = await makeLink(transfer);
      expect(made.status).toBe(201);
      expect(await readLink(made)).toEqual(["open", transfer.address]);
      // Opened once, it is open; another transfer is not.
      expect((await makeLink(transfer)).status).toBe(201);
      expect((await makeLink(other)).problem.code).toBe("funding_unconfirmed");
      expect((await ask(other)).problem.code).toBe("funding_unconfirmed");
    },
  );
});
