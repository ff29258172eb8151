import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import type { PayerView, PayLink } from "#lib/contract/pay/pay-links";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import type { TransferPage } from "#lib/contract/transfer-list";
import { findAttentionPage } from "#lib/server/attention/attention";
import { countOpen } from "#lib/server/attention/open-transfers";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { followUp, raise } from "#lib/server/follow-up/follow-up";
import type { Db } from "#lib/server/tables/schema";
import { readCsv } from "#lib/testing/read-csv";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { giveSurfaceCases, type SurfaceCase } from "#lib/testing/standing/surface-cases";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { attentionTitles } from "#lib/words/attention-titles";
import { describeStanding } from "#lib/words/words";

/** A sample of what transfers can be, on a real ledger, asked through each surface's own door. */

let dashboard: TestDashboard;
let ledger: Db;
let cases: SurfaceCase[];

const page = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;

/** By transfer ID. */
async function listed(filter: string): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for (let cursor = ""; ; ) {
    const { body } = await dashboard.send<TransferPage>("GET", `/api/transfers?limit=100${filter}${cursor}`);
    for (const { id, standing } of body.items) all.set(id, standing);
    if (body.nextCursor === null) return all;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

/** The first reason that the page of attention lists each under; what is one line there is asked for by itself. */
async function needing(): Promise<{ reasons: Map<string, string>; counts: AttentionCounts }> {
  const reasons = new Map<string, string>();
  const first = await findAttentionPage({}, "nobody");
  for (const reason of [undefined, ...first.lines.map((line) => line.reason)])
    for (let at = 1; ; at++) {
      const { rows, pages } = await findAttentionPage({ page: `${at}`, ...(reason && { reason }) }, "nobody");
      for (const row of rows) {
        expect(reasons.has(row.transfer.id)).toBe(false);
        reasons.set(row.transfer.id, row.reason);
      }
      if (at >= pages) break;
    }
  return { reasons, counts: first.counts };
}

type Message = { type: string; data: { transferId: string; standing: object; reason?: string } };

/** What an endpoint is sent, by transfer ID, in its order. */
async function messages(): Promise<Map<string, Message[]>> {
  while (await raise(ledger));
  while (await followUp(ledger, "Africa/Lagos"));
  const rows = await ledger.selectFrom("deliveries").select(["subject", "body"]).orderBy("seq").execute();
  const all = new Map<string, Message[]>();
  for (const { subject, body } of rows) all.set(subject, [...(all.get(subject) ?? []), JSON.parse(body)]);
  return all;
}

/** Standing and need of each, by transfer ID. */
async function exported(): Promise<Map<string, string[]>> {
  const { cookie } = await writeSession(ledger, authSecret(), { role: "finance" });
  const origin = "http://localhost:3000";
  const answer = await answerRequest(
    new Request(`${origin}/api/transfers/export`, {
      method: "POST",
      headers: { host: "localhost:3000", origin, cookie, "content-type": "application/json" },
      body: "{}",
    }),
  );
  const [names = [], ...rows] = readCsv((await answer.text()).replace("\ufeff", ""));
  const places = ["ID", "Standing", "Needs attention for"].map((name) => names.indexOf(name));
  const cells = rows.slice(0, -1).map((row) => places.map((place) => row[place] ?? ""));
  return new Map(cells.map(([id = "", ...own]) => [id, own]));
}

/** The page, the list, what needs a person and the payer's page, of each. */
async function expectOneAnswer(): Promise<{ open: number; needed: number }> {
  const [all, asked, { reasons, counts }] = [
    await listed(""),
    await listed("&attention=yes"),
    await needing(),
  ];
  let open = 0;
  for (const { id, name, token } of cases) {
    const { standing, attention, address } = await page(id);
    const isOpen = standing.invitation === "open";
    if (isOpen) open += 1;
    expect([name, all.get(id)]).toEqual([name, standing]);
    const isNeeded = standing.reason !== null;
    expect([name, asked.has(id), attention[0], reasons.get(id)]).toEqual([
      ...[name, isNeeded, standing.reason ?? undefined, standing.reason ?? undefined],
    ]);
    const payer = (await dashboard.send<PayerView>("GET", `/api/pay/${token}`, { as: "nobody" })).body;
    expect([name, payer.state === "open", payer.request?.address ?? null]).toEqual([
      ...[name, isOpen, isOpen ? address : null],
    ]);
  }
  expect(counts.total).toBe(reasons.size);
  // Batches are no transfers, and in no other count.
  expect({ ...(await countOpen(ledger)), batches: 0 }).toEqual(counts);
  return { open, needed: reasons.size };
}

/** Each through its own door, of so many transfers. */
export function expectSurfacesAgree(count: number): void {
  beforeAll(async () => {
    dashboard = await startDashboard({ APP_URL: "http://localhost:3000", DEPOSIT_WINDOW_MINUTES: "10" });
    dashboard.spoil();
    ledger = await db();
    await addEndpoint(ledger, "https://ledger.example/");
    while (await raise(ledger));
    const { personId } = await writeSession(ledger, authSecret());
    cases = await giveSurfaceCases(ledger, count, personId);
  }, 240_000);
  afterEach(() => void vi.useRealTimers());
  afterAll(() => dashboard.close());

  it("every surface says the same of each: open or closed, the reason, the chip", async () => {
    const { open, needed } = await expectOneAnswer();
    expect(open).toBeGreaterThan(count / 30);
    expect(needed).toBeGreaterThan(count / 3);
    const groups = (await dashboard.send<Attention>("GET", "/api/attention")).body;
    const [sent, files] = [await messages(), await exported()];
    for (const { id, name } of cases) {
      const transfer = await page(id);
      const { invitation, reason, chip } = transfer.standing;
      const own = sent.get(id) ?? [];
      expect([name, own.at(-1)?.data.standing]).toEqual([name, { invitation, reason, chip }]);
      // Told once.
      const raised = own.filter(({ type }) => type === "attention.raised").map(({ data }) => data.reason);
      expect([name, raised]).toEqual([name, reason === null ? [] : [reason]]);
      const group = groups.find(({ transfers }) => transfers.some((each) => each.id === id));
      if (group !== undefined) expect([name, group.reason]).toEqual([name, reason]);
      const title = reason === null ? "" : attentionTitles[reason];
      expect([name, files.get(id)]).toEqual([name, [describeStanding(transfer).word, title]]);
    }
  });

  it("and does once the time to send has passed", async () => {
    vi.useFakeTimers({ now: Date.now() + 12 * 60_000, toFake: ["Date"] });
    const { open, needed } = await expectOneAnswer();
    expect(open).toBe(0);
    expect(needed).toBeGreaterThan(count / 2);
  });

  it("a payer's link is made and a wallet is licensed where the page asks, and nowhere else", async () => {
    let open = 0;
    for (const { id, name } of cases) {
      const isOpen = (await page(id)).standing.invitation === "open";
      if (isOpen) open += 1;
      const link = await dashboard.send<PayLink>("POST", `/api/transfers/${id}/pay-link`, {
        body: { validHours: 2 },
      });
      expect([name, link.status < 300]).toEqual([name, isOpen]);
      // Whoever asks a wallet beside the link says that they know of it.
      const confirms = link.status < 300 ? { confirmsPayLink: link.body.expiresAt } : {};
      const licence = await dashboard.send("POST", `/api/transfers/${id}/fundings`, {
        ...{ body: { wallet: "MetaMask", from: `0x${"c0".repeat(20)}`, ...confirms } },
        headers: { "idempotency-key": randomUUID() },
      });
      expect([name, licence.status < 300]).toEqual([name, isOpen]);
    }
    expect(open).toBeGreaterThan(count / 30);
  });
}
