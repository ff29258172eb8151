import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mostAddressLines, mostLogoBytes } from "#lib/contract/letterhead/letterhead";
import { mostViews } from "#lib/contract/transfer/views";
import { tellHappenings } from "#lib/features/telling/server/happenings/tell-happenings";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { needsYouLetter } from "#lib/features/telling/server/mail/needs-you-letter";
import { listOperations } from "#lib/operations/api-operations";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { htmlOf, textOf } from "#lib/server/outbox/letter";
import type { Db } from "#lib/server/tables/schema";
import { fillBatch } from "#lib/testing/ledger/hostile/hostile-batches";
import { fillOwnAccount } from "#lib/testing/ledger/hostile/hostile-books";
import { fillControls } from "#lib/testing/ledger/hostile/hostile-controls";
import { closedMonth, fillMonths } from "#lib/testing/ledger/hostile/hostile-months";
import { fillLedger, hostileAnswers } from "#lib/testing/ledger/hostile-ledger";
import { fillPayees } from "#lib/testing/ledger/hostile-payees";
import { fillPayments, hostileToken } from "#lib/testing/ledger/hostile-payments";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { fillDeliveries } from "#lib/testing/telling/hostile-deliveries";

/** No answer but an export may be larger, and none may take more of the heap. */
const budget = { bytes: 2_000_000, heapBytes: 80_000_000 };

let service: FaultyService;
let dashboard: TestDashboard;
let id: string;

beforeAll(async () => {
  service = await startFaultyService();
  const { business, banks } = hostileAnswers();
  service.behave("business", answer(200, business));
  service.behave("banks", answer(200, banks));
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  dashboard.spoil();
  await dashboard.send("GET", "/api/attention/counts");
  const ledger = await db();
  const { id: personId } = await ledger.selectFrom("people").select("id").executeTakeFirstOrThrow();
  id = await fillLedger(ledger, personId, { notes: 25, callbacks: 30 });
  await fillPayees(ledger, id, personId);
  await fillDeliveries(ledger, id, personId);
  await fillPayments(ledger, id);
  await fillBatch(ledger, id, personId);
  await fillOwnAccount(ledger, id, personId);
  await fillMonths(ledger, id, personId);
  await fillControls(ledger, id, personId);
  await fillLetterhead(ledger);
  await fillViews(ledger, personId);
});
afterAll(async () => {
  await dashboard.close();
  await service.close();
});

/** With each text and the logo as long as they may be. */
async function fillLetterhead(ledger: Db): Promise<void> {
  const address = Array.from({ length: mostAddressLines }, () => "\u{1f3e6}".repeat(50)).join("\n");
  const logo = Buffer.alloc(mostLogoBytes).toString("base64");
  await ledger
    .insertInto("letterhead")
    .values({
      ...{ id: "letterhead", version: 999_999_999, name: "x".repeat(200), address, rc_number: "RC 99999999" },
      ...{ vat_number: "9".repeat(30), logo_type: "png", logo_hash: "f".repeat(64), logo },
    })
    .execute();
}

/** As many as there may be of a person and of everybody, each with the longest search. */
async function fillViews(ledger: Db, personId: string): Promise<void> {
  const filters = {
    q: "\u{1f3e6}".repeat(128),
    min: "9".repeat(24),
    max: "9".repeat(24),
    payee: id,
    account: id,
  };
  const query = `${new URLSearchParams(filters)}`;
  const rows = [personId, ""].flatMap((owner) =>
    Array.from({ length: mostViews }, (_, at) => {
      const name = `${String.fromCodePoint(97 + at)}${"\u{1f3e6}".repeat(19)}`;
      return { id: randomUUID(), owner, name, name_key: name, query, created_at: "2026-11-20T14:02:11.000Z" };
    }),
  );
  await ledger.insertInto("views").values(rows).execute();
}

/** What makes an answer of a path the longest; a path that is not named is asked as it is. */
const longest: Record<string, string[]> = {
  "/api/transfers": ["?limit=100"],
  "/api/transfers/changes": ["?ids=[id]&since=2020-01-01T00:00:00.000Z&newer=yes"],
  "/api/audit": ["?limit=100"],
  "/api/deliveries": ["?limit=100"],
  "/api/transfers/[id]/events": ["?limit=50", "?limit=50&cursor=40"],
  "/api/batches/[id]/result": ["?form=csv", "?form=xlsx"],
  "/api/months/[month]/movements": ["?list=end", "?list=paid"],
  "/api/months/[month]/export": ["?format=csv", "?format=quickbooks&token=USDC"],
  "/api/own-accounts/[id]": ["?show=open_lines", "?show=suggested"],
  "/api/own-accounts/[id]/candidates": ["?line=[id].1"],
  // Of sandbox mode alone.
  "/api/own-accounts/[id]/sample": [],
  "/api/batches/sample": [],
};
const reads = listOperations().flatMap(([name, { isRaw }]) => {
  const [method, path = ""] = name.split(" ");
  return method === "GET" && !isRaw ? (longest[path] ?? [""]).map((query) => path + query) : [];
});

describe("a ledger full of the longest texts", () => {
  it.each(reads)("is read within the budget by GET %s", async (path) => {
    const { seq } = await (await db())
      .selectFrom("transfer_events")
      .select(({ fn }) => fn.max("seq").as("seq"))
      .where("transfer_id", "=", id)
      .executeTakeFirstOrThrow();
    const url = path
      .replace("[seq]", String(seq))
      .replaceAll("[id]", id)
      .replace("[month]", closedMonth)
      .replace("[n]", "1")
      .replace("[token]", hostileToken);
    const before = process.memoryUsage().heapUsed;
    const { status, body, headers } = await dashboard.send("GET", url);
    const heapBytes = process.memoryUsage().heapUsed - before;
    // A picture is no JSON.
    const bytes =
      body === undefined ? Number(headers.get("content-length")) : Buffer.byteLength(JSON.stringify(body));
    expect(status, url).toBe(200);
    expect(bytes, url).toBeLessThan(budget.bytes);
    expect(heapBytes, url).toBeLessThan(budget.heapBytes);
  });

  it.each([
    ["/api/transfers/ID/notes", { kind: "note", text: "Short." }],
    ["/api/auth/revoke-session", { id: "SESSION" }],
  ])("is answered within the budget by POST %s", async (path, body) => {
    const { id: session } = await (await db())
      .selectFrom("sessions")
      .select("id")
      .where("user_agent", "is not", null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(body).replace("SESSION", session);
    const reply = await dashboard.send("POST", path.replace("ID", id), { body: JSON.parse(text) });
    expect(reply.status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(reply.body))).toBeLessThan(budget.bytes);
  });

  it("tells others of it in a message of 4 kB and a mail of 300 kB at most", async () => {
    const ledger = await db();
    await addEndpoint(ledger, "https://example.com/hook");
    const event = await ledger
      .selectFrom("transfer_events")
      .select("seq")
      .where("transfer_id", "=", id)
      .where("kind", "=", "callback")
      .executeTakeFirstOrThrow();
    const [status, at] = ["failed" as const, new Date().toISOString()];
    const facts = { kind: null, detail: null, paid_after_ms: null, event_seq: event.seq, is_counted: 1 };
    const happening = { transfer_id: id, from_status: status, to_status: status, at, ...facts };
    const [{ seq } = { seq: 0 }] = await ledger
      .insertInto("happenings")
      .values(happening)
      .returning("seq")
      .execute();
    await inTransaction(ledger, (trx) => tellHappenings(trx, [seq]));
    const told = ledger.selectFrom("deliveries").select("body").where("state", "=", "waiting");
    const [message] = await told.execute();
    expect(Buffer.byteLength(message?.body ?? "x".repeat(5_000))).toBeLessThan(4_096);
    const failed = ledger.selectFrom("transfers").select("id").where("status", "=", status).limit(100);
    const items = (await failed.execute()).map((row) => ({ id: row.id, reason: status }));
    const letter = await needsYouLetter(ledger, JSON.stringify({ items, more: 1_000_000 }), readHeadlines);
    if (letter === undefined) throw new Error("There is no letter.");
    expect(items.length).toBeGreaterThan(20);
    expect(Buffer.byteLength(textOf(letter) + htmlOf(letter))).toBeLessThan(300_000);
  });

  it("refuses five thousand unknown fields in a short answer", async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]));
    const { status, problem } = await dashboard.send("POST", "/api/quote", { body });
    expect(status).toBe(422);
    expect(problem.errors).toHaveLength(50);
  });

  it("lists who can sign in before who is disabled, and invites nobody beyond what is listed", async () => {
    type Listed = { people: { isDisabled: boolean }[]; invitations: unknown[] };
    const { body } = await dashboard.send<Listed>("GET", "/api/people");
    expect([body.people.length, body.invitations.length]).toEqual([300, 100]);
    expect(body.people.every(({ isDisabled }) => !isDisabled)).toBe(true);
    const refused = await dashboard.send("POST", "/api/people", {
      body: { email: "new@example.com", role: "support" },
    });
    expect([refused.status, refused.problem.code]).toEqual([409, "not_possible_now"]);
    expect(refused.problem.detail).toMatch(/Revoke one first\. Nobody was invited\.$/);
  });
});
