import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { TransferWithEvents } from "#lib/contract/api";
import type { PayLink } from "#lib/contract/pay/pay-links";
import type { Attention } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import { listTransfers } from "#lib/server/search/list-transfers";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { arrive, vanish } from "#lib/testing/ledger/give-deposits";
import { giveLife, newAddress, says, sent, setColumns, settle } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

/** A sample of what transfers can be, on a real ledger, asked through each surface's own door. */

type Case = { words: string[]; network: string; ours: string };
const unread = says("", { word: null, unread: "cut" });
const words = [
  ...[
    [],
    ["awaiting_deposit"],
    ["deposit_received"],
    ["processing"],
    ["paid"],
    ["expired"],
    ["quote_locked"],
  ],
  ...[["paid", "quote_locked"], ["on_hold"], ["paid", "reversed"]],
];
const networks: Record<
  string,
  { units: number; isOther?: boolean; isConfirmed?: boolean; isElsewhere?: boolean }[]
> = {
  nothing: [],
  exact: [{ units: 100 }],
  seen: [{ units: 100, isConfirmed: false }],
  short: [{ units: 60 }],
  over: [{ units: 160 }],
  parts: [{ units: 60 }, { units: 40 }],
  other: [{ units: 100, isOther: true }],
  elsewhere: [{ units: 100, isElsewhere: true }],
  gone: [{ units: 100 }],
};
const ours: Record<string, { event?: NewEvent; columns?: Partial<TransferRow>; isSettled?: boolean }> = {
  nothing: {},
  settled: { isSettled: true },
  stopped: { event: { source: "person", kind: "stopped" } },
  unread: { event: unread },
  doubt: { event: { source: "service_answer", kind: "creation_doubted", word: "amount" } },
  repeated: { columns: { is_repeated: 1 } },
};

let dashboard: TestDashboard;
let ledger: Db;
let made: (Case & { id: string })[];

beforeAll(async () => {
  dashboard = await startDashboard({ APP_URL: "http://localhost:3000" });
  dashboard.spoil();
  ledger = await db();
  const random = randomFrom(5);
  const cases = words.flatMap((word, at) =>
    Object.keys(networks).flatMap((network, place) =>
      Object.keys(ours)
        .filter((_own, turn) => (at + place + turn) % 3 === 0)
        .map((own): Case => ({ words: word, network, ours: own })),
    ),
  );
  const rows = cases.map(() => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  }));
  await insertTransfers(ledger, rows);
  made = cases.map((each, at) => ({ ...each, id: rows[at]?.id ?? "" }));
  for (const { id, ...each } of made) await live(id, each);
}, 240_000);
afterAll(() => dashboard.close());

async function live(id: string, each: Case): Promise<void> {
  const { event, columns, isSettled } = ours[each.ours] ?? {};
  await giveLife(ledger, [id], [...sent, ...each.words.map((word) => says(word)), ...(event ? [event] : [])]);
  const row = await ledger.selectFrom("transfers").select("address").where("id", "=", id).executeTakeFirst();
  for (const { units, isElsewhere, ...deposit } of networks[each.network] ?? []) {
    const address = isElsewhere === true ? newAddress() : (row?.address ?? "");
    await arrive(ledger, { id, address, units: units * 1_000_000, ...deposit });
  }
  if (each.network === "gone") await vanish(ledger, id);
  if (columns !== undefined) await setColumns(ledger, id, columns);
  if (isSettled === true) await settle(ledger, id);
}

it("the page, the list and what needs a person say the same of each", async () => {
  expect(made.length).toBeGreaterThan(170);
  const listed = new Map<string, unknown>();
  const needing = new Set<string>();
  for (const attention of [undefined, "yes"] as const)
    for (let cursor: string | undefined; ; ) {
      const page = await listTransfers({
        limit: 50,
        ...(attention !== undefined && { attention }),
        ...(cursor !== undefined && { cursor }),
      });
      for (const { id, standing } of page.items)
        if (attention === undefined) listed.set(id, standing);
        else needing.add(id);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
  const groups = (await dashboard.send<Attention>("GET", "/api/attention")).body;
  const reasons = new Map(groups.flatMap(({ reason, transfers }) => transfers.map(({ id }) => [id, reason])));
  for (const { id, ...each } of made) {
    const { standing, attention } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`))
      .body;
    const isNeeded = standing.reason !== null;
    expect([each, listed.get(id)]).toEqual([each, standing]);
    expect([each, needing.has(id), attention[0] ?? null]).toEqual([each, isNeeded, standing.reason]);
    if (reasons.has(id)) expect([each, reasons.get(id)]).toEqual([each, standing.reason]);
  }
});

it("a wallet and a payer are asked where the page asks, and nowhere else", async () => {
  const some = made.filter((_each, at) => at % 9 === 0);
  let open = 0;
  for (const { id, ...each } of some) {
    const before = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
    const isOpen = before.standing.invitation === "open";
    if (isOpen) open += 1;
    const link = await dashboard.send<PayLink>("POST", `/api/transfers/${id}/pay-link`, {
      body: { validHours: 2 },
    });
    expect([each, link.status < 300]).toEqual([each, isOpen]);
    // Whoever asks a wallet beside the link says that they know of it.
    const confirms = link.status < 300 ? { confirmsPayLink: link.body.expiresAt } : {};
    const licence = await dashboard.send("POST", `/api/transfers/${id}/fundings`, {
      ...{ body: { wallet: "MetaMask", from: `0x${"c0".repeat(20)}`, ...confirms } },
      headers: { "idempotency-key": randomUUID() },
    });
    expect([each, licence.status < 300]).toEqual([each, isOpen]);
  }
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(some.length / 2);
});
