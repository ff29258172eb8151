import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { type Amount, addAmounts } from "#lib/money/money";
import { beginWatching, noteHead } from "#lib/server/chain/cursors";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import { readTransfers } from "#lib/server/ledger/transfers";
import { listTransfers } from "#lib/server/search/list-transfers";
import { sumTransfers } from "#lib/server/search/transfer-sums";
import { storedRecord } from "#lib/server/standing/received-facts";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { type Arrival, arrive, vanish } from "#lib/testing/ledger/give-deposits";
import {
  dispatched,
  giveLife,
  newAddress,
  says,
  sent,
  setColumns,
  settle,
  unanswered,
} from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import type { LiveFunding } from "#lib/transfer/funding";
import { settlements } from "#lib/transfer/status-words";
import { statusesOf } from "#lib/transfer/transfer-states";
import { attentionWords } from "#lib/words/attention-words";
import { stakeOf } from "#lib/words/trouble/stake";
import { statusWords } from "#lib/words/words";
import { needsPerson, readMoment } from "./due";
import { findOpenMoney } from "./open-money";
import { countOpen, oldestOpen, pageOfOpen } from "./open-transfers";

type Shape = {
  events?: NewEvent[];
  columns?: Partial<TransferRow>;
  deposits?: Partial<Arrival>[];
  isGone?: boolean;
  wallet?: LiveFunding;
};

const of = (...events: NewEvent[]): Shape => ({ events: [...sent, ...events] });
const unread = says("", { word: null, unread: "unreadable" });
/** All that a transfer can be, one thing at a time. */
const shapes: Shape[] = [
  ...[{ events: [] }, { events: [dispatched] }, { events: [dispatched, unanswered] }, of()],
  { events: [{ source: "dashboard", kind: "cancelled" }, says("paid")] },
  ...[null, new Date(0).toISOString()].map((unapprovable_since) => ({
    events: [{ source: "dashboard", kind: "approval_asked" } as const],
    columns: { unapprovable_since },
  })),
  ...settlements.map((word) => of(says(word === "cancelled_by_service" ? "cancelled" : word))),
  ...[of(says("paid"), says("failed")), of(says("queued for review")), of(says("paid"), says("shipped"))],
  ...[of(says("expired"), says("paid")), of(says("paid"), says("reversed")), of(unread)],
  { events: [dispatched, { source: "service_answer", kind: "accepted", address: null }] },
  { events: [dispatched, { source: "service_answer", kind: "accepted", address: null }, says("paid")] },
  ...(["awaiting_deposit", "paid"] as const).map((word) => ({
    ...of(says(word)),
    columns: { address_check: "invalid" } as const,
  })),
  { ...of(), columns: { address: `0x${"7".repeat(40)}` } },
  ...[{ has_dropped_callbacks: 1 }, { is_repeated: 1 }, { is_payment_withdrawn: 1 }].map((columns) => ({
    ...of(says("processing")),
    columns,
  })),
  of({ source: "service_answer", kind: "contradicted" }),
  of({ source: "service_answer", kind: "creation_doubted", word: "amount" }),
  ...[of({ source: "chain", kind: "deposit_disputed" }), of({ source: "chain", kind: "deposit_unread" })],
  of({ source: "person", kind: "stopped" }),
  // The service and the statement of an own account don't agree.
  of(says("paid"), { source: "dashboard", kind: "not_on_statement", text: "Missed." }),
  of(says("failed"), {
    ...{ source: "person", kind: "received", word: "", raw_encoding: "utf8" },
    raw: storedRecord({
      ...{ source: "own_statement", amount: "1" as Amount, day: "2026-11-24", reason: "part", line: "1" },
    }),
  }),
  // What arrived is another amount, and nobody says why.
  of(says("paid"), {
    ...{ source: "person", kind: "received", text: "Ada", word: "", raw_encoding: "utf8" },
    raw: storedRecord({
      ...{ source: "payee_said", amount: "1" as Amount, day: "2026-11-24", reason: null, line: null },
    }),
  }),
  ...["awaiting_deposit", "processing", "paid", "expired"].flatMap((word): Shape[] => {
    const life = of(says(word));
    return [
      { ...life, deposits: [{}] },
      { ...life, deposits: [{ isConfirmed: false }] },
      { ...life, deposits: [{ units: 60_000_000 }] },
      { ...life, deposits: [{ units: 160_000_000 }] },
      { ...life, deposits: [{ isOther: true }] },
      { ...life, deposits: [{}], isGone: true },
    ];
  }),
  { ...of(), deposits: [{ address: newAddress() }] },
  ...["processing", "paid"].map((word) => ({
    ...of(says(word)),
    columns: { deposit_label: "none" } as const,
  })),
  { ...of(says("paid", { arrived: "60" })), deposits: [{}] },
  of(says("deposit_short", { arrived: "60.5" })),
  ...(["asked", "unsure", "sent"] as const).flatMap((wallet) =>
    ["awaiting_deposit", "paid"].map((word) => ({ ...of(says(word)), wallet })),
  ),
];

let dashboard: TestDashboard;
let ledger: Db;
let personId: string;

async function shape(
  ids: string[],
  { events = [], columns, deposits = [], isGone, wallet }: Shape,
): Promise<void> {
  await giveLife(ledger, ids, events);
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "address"])
    .where("id", "in", ids)
    .execute();
  for (const { id, address } of rows) {
    if (wallet !== undefined) await ask(id, wallet);
    for (const deposit of deposits)
      await arrive(ledger, { id, address: address ?? "", units: 100_000_000, ...deposit });
    if (isGone === true) await vanish(ledger, id);
    if (columns !== undefined) await setColumns(ledger, id, columns);
  }
}

async function ask(id: string, state: LiveFunding): Promise<void> {
  const now = new Date().toISOString();
  await ledger
    .insertInto("fundings")
    .values({
      ...{ id: randomUUID(), transfer_id: id, state, person_id: personId, wallet: "w", hash: null },
      ...{ from_address: "f", chain_id: "1", contract: "c", to_address: "t", units: "1" },
      ...{ asked_at: now, changed_at: now },
    })
    .execute();
  await setColumns(ledger, id, { has_live_funding: 1 });
}

beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  ledger = await db();
  await beginWatching(ledger, "base");
  ({ personId } = await writeSession(ledger, authSecret()));
  const random = randomFrom(7);
  // Some time ago, where one of two was settled, and now.
  for (const [ago, copies] of [
    [5 * 3_600_000, 2],
    [0, 1],
  ] as const) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - ago });
    const lives = shapes.map((each) => ({
      each,
      rows: Array.from({ length: copies }, () => ({
        ...randomTransfer(random, new Date().toISOString()),
        ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
      })),
    }));
    await insertTransfers(
      ledger,
      lives.flatMap(({ rows }) => rows),
    );
    for (const { each, rows } of lives) {
      const [first, ...others] = rows.map(({ id }) => id);
      await shape([first ?? "", ...others], each);
      for (const id of others) await settle(ledger, id);
    }
    vi.useRealTimers();
  }
  const cursor = { network: "base", settled: null, settled_hash: null };
  await noteHead(ledger, cursor, { number: 100, hash: "", timeMs: Date.now() });
}, 180_000);
afterAll(() => dashboard.close());

const wholeOnly = ["unheard", "address_changed"];

it("lists all that need a person, whatever for, and nobody else", async () => {
  const moment = await readMoment(ledger);
  const whole = await ledger.selectFrom("transfers").select("id").where(needsPerson(moment)).execute();
  const ids = whole.map(({ id }) => id).sort();
  const groups = await oldestOpen(ledger, 1_000);
  const missing = attentionReasons.filter((reason) => !groups.some((group) => group.reason === reason));
  expect(missing.filter((reason) => !wholeOnly.includes(reason))).toEqual([]);
  // Each once, so the groups add up.
  expect(groups.flatMap((group) => group.ids).sort()).toEqual(ids);
  for (const { reason, ids: own } of groups)
    for (const transfer of await readTransfers(ledger, own))
      expect([transfer.id, transfer.standing.reason]).toEqual([transfer.id, reason]);
  const { total, reasons } = await countOpen(ledger);
  expect(total).toBe(ids.length);
  expect(reasons).toMatchObject(groups.map(({ reason, count }) => ({ reason, count })));
  const paged: string[] = [];
  for (let offset = 0; offset < total; offset += 50)
    paged.push(...(await pageOfOpen(ledger, { offset, limit: 50 })).map(({ id }) => id));
  expect(paged).toEqual(groups.flatMap((group) => group.ids));
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
  // Nobody else needs anybody.
  const all = await ledger.selectFrom("transfers").select("id").execute();
  const others = all.flatMap(({ id }) => (ids.includes(id) ? [] : [id]));
  expect(others.length).toBeGreaterThan(20);
  for (const { id, standing } of await readTransfers(ledger, others))
    expect([id, standing.reason]).toEqual([id, null]);
});

it("says of open money what arrived, what is missing and what is in doubt, and they add up", async () => {
  const whole = await ledger
    .selectFrom("transfers")
    .select(["id", "status"])
    .where("status", "in", statusesOf("open"))
    .where("is_handled", "=", 0)
    .execute();
  const { deposited, awaited, unclear, short, unnamed, unreported } = await findOpenMoney();
  expect(short).toBeGreaterThan(unnamed);
  expect(unclear.count).toBeGreaterThan(0);
  expect(deposited.count + awaited.count + unclear.count - short).toBe(whole.length);
  // Each is of 100 USDC; of a short one a part is in each of two lines.
  const sums = [deposited, awaited, unclear].flatMap((line) => line.sums.map(({ amount }) => amount));
  expect(sums.reduce(addAmounts)).toBe(`${(whole.length - unnamed) * 100}`);
  const statuses = new Map(whole.map(({ id, status }) => [id, status]));
  const read = await readTransfers(ledger, [...statuses.keys()]);
  const onNetwork = read.filter(
    ({ id, deposit }) =>
      ["exact", "short", "over"].includes(deposit.label) &&
      ["accepted", "awaiting_deposit"].includes(statuses.get(id) ?? ""),
  );
  expect(unreported).toBe(onNetwork.length);
  expect(unreported).toBeGreaterThan(0);
  const shortOnNetwork = onNetwork.filter(({ deposit }) => deposit.label === "short").length;
  expect(short).toBe(whole.filter(({ status }) => status === "deposit_short").length + shortOnNetwork);
  expect(shortOnNetwork).toBeGreaterThan(0);
  for (const [state, line] of [
    ["deposited", deposited],
    ["awaited", awaited],
    ["unclear", unclear],
  ] as const) {
    const { items } = await listTransfers({ limit: 200, state });
    expect([state, items.length]).toEqual([state, line.count]);
    expect([state, (await sumTransfers({ state })).asked]).toEqual([state, line.count]);
    // By a bank and by a token it is the same rows.
    for (const more of [{ bank: items[0]?.bankCode ?? "" }, { token: "USDC" }]) {
      const fits = items.filter(({ bankCode }) => more.bank === undefined || bankCode === more.bank);
      const { items: found } = await listTransfers({ limit: 200, state, ...more });
      expect(found.map(({ id }) => id)).toEqual(fits.map(({ id }) => id));
    }
    // What arrived is one truth: of a whole deposit the network alone has shown, nothing is still to arrive.
    const waits = items.filter(({ status }) => status === "accepted" || status === "awaiting_deposit");
    const labels = new Set(waits.map(({ deposit }) => deposit.label));
    if (state === "awaited")
      for (const label of ["exact", "over"] as const) expect([...labels]).not.toContain(label);
    if (state !== "deposited") continue;
    expect([...labels].sort()).toEqual(["exact", "over", "short"]);
    // What is counted as arrived here is not in doubt where it needs a person.
    const words = items.flatMap((each) =>
      each.status === "deposit_short" || each.deposit.label === "short" || each.standing.reason === null
        ? []
        : stakeOf(each, each.standing.reason).word,
    );
    expect(words).toContain("arrived");
    for (const word of words) expect(["in question", "not sent"]).not.toContain(word);
  }
});

/** These are named after the one status that brings them. */
const ofStatus = [
  ...["failed", "refund_failed", "reversed", "refunded", "refunding", "conflicting_reports"],
  ...["on_hold", "expired", "cancelled_by_service", "unknown_outcome"],
];
const asksForMoney =
  /send nothing|fund it|send to only one|(is|was) not paid|no payout|before you send(?! again| the rest)/i;

it("never says of a group what the status of a row under it denies", async () => {
  for (const { reason, ids } of await oldestOpen(ledger, 1_000)) {
    const { title, body } = attentionWords[reason];
    for (const { status } of await readTransfers(ledger, ids)) {
      const { word } = statusWords[status];
      if (ofStatus.includes(reason)) expect(title.startsWith(word), `${word} under "${title}"`).toBe(true);
      if (status === "paid") expect(`${title} ${body}`).not.toMatch(asksForMoney);
    }
  }
});

it("gives the oldest behind each reason, and counts the rest as well", async () => {
  const all = await oldestOpen(ledger, 1_000);
  const few = await oldestOpen(ledger, 2);
  expect(few.map(({ reason, count }) => ({ reason, count }))).toEqual(
    all.map(({ reason, count }) => ({ reason, count })),
  );
  expect(few.map(({ ids }) => ids)).toEqual(all.map(({ ids }) => ids.slice(0, 2)));
});
