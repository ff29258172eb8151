import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { PayerView, PayLink } from "#lib/contract/pay/pay-links";
import { env } from "#lib/server/config/env";
import { attachDatabase, db } from "#lib/server/database/db";
import { payLinkReads } from "#lib/server/funding/open-pay-link";
import { dropOldPayLinks, endedShownMs, mostPayLinks } from "#lib/server/funding/pay-links";
import { writeBackup } from "#lib/server/keep/backup";
import { restoreBackup } from "#lib/server/keep/restore";
import { businessKeptMs } from "#lib/server/service/business";
import { newSharedDatabase } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";

const appUrl = "http://localhost:3000";
const hour = 3_600_000;

let service: FaultyService;
let dashboard: TestDashboard;

async function start(variables: Record<string, string> = { APP_URL: appUrl }) {
  service = await startFaultyService();
  const started = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...variables,
  });
  dashboard = started;
  const { close } = service;
  onTestFinished(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await started.close();
    await close();
  });
}
const send = <Body>(method: string, path: string, options: SendOptions = {}) =>
  dashboard.send<Body>(method, path, options);

async function create(changes: object = {}): Promise<Transfer> {
  const body = { ...goodTransfer, purpose: "Purpose of ours", reference: "Reference of ours", ...changes };
  const headers = { "idempotency-key": randomUUID() };
  return (await send<Transfer>("POST", "/api/transfers", { body, headers })).body;
}

const make = (id: string, body: unknown = { validHours: 2 }, as: SendOptions["as"] = "finance") =>
  send<PayLink>("POST", `/api/transfers/${id}/pay-link`, { body, as });
const end = (id: string) => send("DELETE", `/api/transfers/${id}/pay-link`, { as: "finance" });
const tokenIn = ({ body }: { body: PayLink }) => body.link.split("/").at(-1) ?? "";
const read = (token: string, headers: Record<string, string> = {}) =>
  send<PayerView>("GET", `/api/pay/${token}`, { as: "nobody", headers });
const stateOf = async (token: string) => (await read(token)).body.state;
const linkActs = async () =>
  (await send<AuditPage>("GET", "/api/audit")).body.items.filter(({ action }) =>
    action.startsWith("pay_link"),
  );

/** What the service says of the transfer, at the URL that it was given. */
async function report(word: string) {
  const call = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl?: string };
  const { pathname } = new URL(call.callbackUrl ?? "");
  await send("POST", pathname, { as: "nobody", body: { status: word } });
}

describe("with APP_URL", () => {
  beforeEach(() => start());

  describe("a link", () => {
    it("is of APP_URL, shows what to send, and is stored as a hash alone", async () => {
      const transfer = await create();
      const body = { validHours: 24, showBank: true, payeeName: "Ada’s Fabrics", reference: "Invoice 7" };
      const askedAt = Date.now();
      const made = await make(transfer.id, body);
      expect(made.status).toBe(201);
      expect(made.body.link).toMatch(/^http:\/\/localhost:3000\/pay\/[\w-]{43}$/);
      const madeAt = Date.parse(made.body.expiresAt) - 24 * hour;
      expect(madeAt).toBeGreaterThanOrEqual(askedAt);
      expect(madeAt).toBeLessThanOrEqual(Date.now());
      const token = tokenIn(made);
      const { status, body: view, headers } = await read(token);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("set-cookie")).toBeNull();
      expect(view).toMatchObject({ state: "open", host: "localhost:3000", isSandbox: false });
      expect(view.request).toMatchObject({
        payeeName: "Ada’s Fabrics",
        amount: "1250.50",
        token: "USDC",
        networkName: "Base",
        address: transfer.address,
        reference: "Invoice 7",
        bank: { lastFour: "6789" },
        deposit: { label: "off", amount: null },
      });
      // A deposit is invited for half an hour after its address is known, whatever the link's life.
      const { events } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${transfer.id}`))
        .body;
      const knownAt = events.find(({ kind }) => kind === "accepted")?.at ?? "";
      expect(Date.parse(view.request?.sendUntil ?? "")).toBe(Date.parse(knownAt) + hour / 2);
      expect(view.request?.linkUntil).toBe(made.body.expiresAt);
      const stored = JSON.stringify([
        await (await db()).selectFrom("pay_links").selectAll().execute(),
        await (await db()).selectFrom("audit_log").selectAll().execute(),
      ]);
      expect(stored).not.toContain(token);
    });

    it("is live alone: another one ends it, and an end that is repeated changes nothing", async () => {
      const { id } = await create();
      const first = tokenIn(await make(id));
      const second = tokenIn(await make(id, { validHours: "168" }));
      expect([await stateOf(first), await stateOf(second)]).toEqual(["ended", "open"]);
      expect((await read(first)).body.request).toBeNull();
      expect([(await end(id)).status, (await end(id)).status]).toEqual([200, 200]);
      expect(await stateOf(second)).toBe("ended");
      expect((await linkActs()).map(({ action, recordId, detail }) => [action, recordId, detail])).toEqual([
        ["pay_link_ended", id, "{}"],
        ["pay_link_made", id, '{"hours":"168","isReplacement":true,"showsBank":false}'],
        ["pay_link_made", id, '{"hours":"2","isReplacement":false,"showsBank":false}'],
      ]);
    });

    it("is one, however many make it at once", async () => {
      const { id } = await create();
      const made = await Promise.all(Array.from({ length: 5 }, () => make(id)));
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      const states = await Promise.all(made.map((each) => stateOf(tokenIn(each))));
      expect(states.sort()).toEqual(["ended", "ended", "ended", "ended", "open"]);
    });

    it("expires, says so for a week, and then is nothing; its row goes as well", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const { id } = await create();
      const token = tokenIn(await make(id));
      vi.setSystemTime(Date.now() + 2 * hour);
      expect(await stateOf(token)).toBe("ended");
      vi.setSystemTime(Date.now() + endedShownMs - 1_000);
      expect((await read(token)).status).toBe(200);
      vi.setSystemTime(Date.now() + 1_000);
      expect((await read(token)).status).toBe(404);
      await dropOldPayLinks(await db());
      expect(await (await db()).selectFrom("pay_links").select("id").execute()).toEqual([]);
    });

    it.each([
      ["is disabled", { isDisabled: true }],
      ["gets a lower role", { role: "support" }],
    ])("ends when the person who made it %s", async (_name, body) => {
      const { id } = await create();
      const token = tokenIn(await make(id));
      expect(await stateOf(token)).toBe("open");
      const { created_by } = await (await db())
        .selectFrom("pay_links")
        .select("created_by")
        .executeTakeFirstOrThrow();
      expect((await send("PATCH", `/api/people/${created_by}`, { body })).status).toBe(200);
      expect(await stateOf(token)).toBe("ended");
      const [entry] = (await send<AuditPage>("GET", "/api/audit")).body.items;
      expect(entry?.detail).toContain('"linksEnded":"1"');
      expect((await make(id, { validHours: 2 }, "admin")).status).toBe(201);
    });

    it("is in no backup: where that is restored, the link is nothing", async () => {
      const { id } = await create();
      await make(id);
      const file = join(temporaryFolder(), "backup.db");
      await writeBackup(env().database, file);
      const empty = await newSharedDatabase();
      await restoreBackup(empty.setting, file, false);
      const restored = await attachDatabase(empty.setting);
      const count = async (table: "transfers" | "pay_links") =>
        (await restored.selectFrom(table).selectAll().execute()).length;
      expect([await count("transfers"), await count("pay_links")]).toEqual([1, 0]);
      await restored.destroy();
    });

    it("is made twenty times a week at most", async () => {
      const { id } = await create();
      for (let count = 0; count < mostPayLinks; count++) expect((await make(id)).status).toBe(201);
      expect((await make(id)).problem.code).toBe("not_possible_now");
    });
  });

  describe("what is asked for", () => {
    it.each([
      ["expired", "expired"],
      ["cancelled", "cancelled"],
      ["deposit_received", "received"],
      ["underpaid", "short"],
      ["overpaid", "over"],
      ["on_hold", "stopped"],
      ["paid", "finished"],
      ["failed", "finished"],
      ["refunding", "finished"],
    ])("ends with %s: no address, and nothing of the payout", async (word, state) => {
      const { id, address, transactionId } = await create();
      await send("POST", `/api/transfers/${id}/notes`, { body: { kind: "note", text: "Note of ours" } });
      const token = tokenIn(await make(id));
      await report(word);
      const { body } = await read(token);
      expect(body.state).toBe(state);
      const text = JSON.stringify(body);
      const { accountNumber, accountName } = goodTransfer;
      for (const secret of [id, transactionId, address, accountNumber, "6789", accountName, "of ours", "NGN"])
        expect(text).not.toContain(secret);
      expect((await make(id)).problem.code).toBe("not_possible_now");
      // It can still be ended.
      expect((await end(id)).status).toBe(200);
      expect(await stateOf(token)).toBe("ended");
    });

    it("ends with the time to send", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const { id } = await create();
      const token = tokenIn(await make(id));
      vi.setSystemTime(Date.now() + hour / 2 + 1_000);
      expect((await read(token)).body).toMatchObject({ state: "late", request: { address: null } });
    });

    it("stops where the address is not the one that the service gave", async () => {
      const { id } = await create();
      const token = tokenIn(await make(id));
      const row = (await db()).updateTable("transfers").where("id", "=", id);
      // As if somebody had put another address into the row.
      const address = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
      await row.set({ address }).execute();
      dashboard.spoil();
      expect((await read(token)).body).toMatchObject({ state: "stopped", request: { address: null } });
    });
  });

  describe("whoever may not", () => {
    it("makes no link, and reads none that they guess", async () => {
      const { id } = await create();
      expect((await make(id, { validHours: 2 }, "support")).status).toBe(403);
      expect((await make(id, { validHours: 2 }, "nobody")).status).toBe(401);
      expect((await make(randomUUID())).status).toBe(404);
      const token = tokenIn(await make(id));
      for (const wrong of [token.slice(1), `${token}A`, token.toLowerCase(), "A".repeat(43), "%27", "x"])
        expect((await read(wrong)).status, wrong).toBe(404);
    });

    it("guesses thirty times a minute, and closes nobody’s link by it", async () => {
      const { id } = await create();
      const token = tokenIn(await make(id));
      const headers = { "x-forwarded-for": "203.0.113.7" };
      const statuses: number[] = [];
      for (let count = 0; count <= payLinkReads.unknownOfNetwork; count++)
        statuses.push((await read("B".repeat(43), headers)).status);
      expect(statuses).toEqual([...Array.from({ length: payLinkReads.unknownOfNetwork }, () => 404), 429]);
      expect((await read(token, headers)).status).toBe(200);
      expect((await read("B".repeat(43), { "x-forwarded-for": "203.0.113.8" })).status).toBe(404);
    });

    it("reads a link sixty times a minute", async () => {
      const { id } = await create();
      const token = tokenIn(await make(id));
      for (let count = 0; count < payLinkReads.ofLink; count++) expect((await read(token)).status).toBe(200);
      const refused = await read(token, { "x-forwarded-for": "203.0.113.9" });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    });
  });

  describe("a request for a link", () => {
    it.each([
      [{}, "validHours"],
      [{ validHours: 3 }, "validHours"],
      [{ validHours: "2.0" }, "validHours"],
      [{ validHours: [2] }, "validHours"],
      [{ validHours: 2, showBank: "yes" }, "showBank"],
      [{ validHours: 2, reference: "x".repeat(61) }, "reference"],
      [{ validHours: 2, payeeName: "Ada\u202e" }, "payeeName"],
      [{ validHours: 2, address: "0x0" }, "address"],
    ])("is refused with %j", async (body, field) => {
      const { id } = await create();
      const { status, problem } = await make(id, body);
      expect([status, problem.errors?.[0]?.path]).toEqual([422, field]);
    });

    it.each([
      ["nonsense", "nonsense"],
      ["the token’s own contract", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
      ["the contract of another token, in lower case", "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2"],
      ["an address without an owner", "0x000000000000000000000000000000000000dEaD"],
    ])("needs an address that passes its check, and not %s", async (_what, address) => {
      const body = { success: true, address, transactionId: "txn_1" };
      service.behave("initiate", answer(200, JSON.stringify(body)));
      const { id, addressCheck } = await create();
      expect(addressCheck).toBe("invalid");
      expect((await make(id)).problem.code).toBe("not_possible_now");
    });

    it("takes the business’s name where none is given, and says what to do without the service", async () => {
      const { id } = await create();
      const named = (await read(tokenIn(await make(id)))).body.request?.payeeName;
      expect(named).toBeTruthy();
      service.behave("business", answer(500, "{}"));
      // What it said before is known for a while.
      const clock = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => clock() + businessKeptMs);
      expect((await make(id)).problem.detail).toMatch(/Enter the name that the payer sees/);
      expect((await make(id, { validHours: 2, payeeName: "Ada" })).status).toBe(201);
    });
  });
});

it("has no links without APP_URL", async () => {
  await start({ APP_URL: "" });
  const { id } = await create();
  expect((await make(id)).problem.detail).toMatch(/^Set APP_URL/);
});

it("has links in the sandbox as it is, where the request came from", async () => {
  const sandbox = await startDashboard({ APP_URL: "", OFFRAMP_BASE_URL: "", OFFRAMP_API_KEY: "" });
  dashboard = sandbox;
  onTestFinished(sandbox.close);
  const { id } = await create();
  const made = await make(id);
  expect(made.body.link).toMatch(/^http:\/\/localhost:3000\/pay\//);
  expect((await read(tokenIn(made))).body).toMatchObject({ state: "open", isSandbox: true });
});
