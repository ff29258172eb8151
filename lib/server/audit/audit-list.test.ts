import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditPage, AuditVerification } from "#lib/contract/audit/audit";
import { type AuditEntry, appendAudit } from "#lib/server/audit/audit";
import { db } from "#lib/server/database/db";
import { ada, command, entriesOf } from "#lib/testing/database/audit-entries";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({ BUSINESS_TIMEZONE: "Africa/Lagos" });
});
afterEach(() => dashboard.close());

async function append(entries: AuditEntry[]): Promise<void> {
  const ledger = await db();
  for (const entry of entries) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
}
const list = (query = "") => dashboard.send<AuditPage>("GET", `/api/audit${query}`);
const numbers = async (query = "") => (await list(query)).body.items.map(({ seq }) => seq);
const verify = async () => (await dashboard.send<AuditVerification>("GET", "/api/audit/verification")).body;

describe("GET /api/audit", () => {
  it("gives every column as it is stored, newest first, and nothing of an empty log", async () => {
    expect((await list()).body).toEqual({ items: [], nextCursor: null });
    await append(entriesOf(5));
    const { body, status, headers } = await list();
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body.items.map(({ seq, action }) => `${seq} ${action}`)).toEqual([
      "5 sign_in_failed",
      "4 password_reset",
      "3 note_added",
      "2 transfer_created",
      "1 signed_in",
    ]);
    const stored = await (await db())
      .selectFrom("audit_log")
      .selectAll()
      .where("seq", "=", 2)
      .executeTakeFirstOrThrow();
    expect(body.items[3]).toEqual({
      seq: 2,
      at: stored.at,
      actor: ada.actor,
      person: null,
      about: null,
      address: ada.address,
      userAgent: ada.userAgent,
      action: "transfer_created",
      recordKind: "transfer",
      recordId: "transfer_1",
      detail: '{"accountLastFour":"6789","amount":"2.50","asset":"base:usdc"}',
      cover: null,
      previousHash: stored.previous_hash,
      hash: stored.hash,
    });
    expect(body.items[0]).toMatchObject({ actor: null, address: "2001:db8::1", recordKind: null });
  });

  it("filters by person, action and record, alone and together", async () => {
    await append(entriesOf(10));
    const other = { ...ada, actor: { id: "person_ben", name: "ben@example.com" } };
    await append([
      { ...other, action: "signed_in", recordId: "person_ben", detail: {} },
      {
        ...other,
        actor: { id: "person_ben", name: "benjamin@example.com" },
        action: "signed_out",
        recordId: "person_ben",
        detail: {},
      },
    ]);
    expect(await numbers("?actor=person_ben")).toEqual([12, 11]);
    expect(await numbers("?actor=ben@example.com")).toEqual([11]);
    expect(await numbers("?actor=BEN@Example.com")).toEqual([11]);
    expect(await numbers("?actor=ben")).toEqual([]);
    expect(await numbers("?actor=ben%25")).toEqual([]);
    expect(await numbers("?record=person_ben")).toEqual([12, 11, 9, 4]);
    expect(await numbers("?action=signed_in")).toEqual([11, 6, 1]);
    expect(await numbers("?action=signed_in&actor=person_ben&record=person_ben")).toEqual([11]);
    expect(await numbers("?action=note_added&actor=person_ben")).toEqual([]);
  });

  it("takes days whole and in the business's time zone", async () => {
    dashboard.spoil();
    await append(entriesOf(5));
    const ledger = await db();
    const times = [
      "2026-11-19T22:59:59.999Z",
      "2026-11-19T23:00:00.000Z",
      "2026-11-20T22:59:59.999Z",
      "2026-11-20T23:00:00.000Z",
      "2026-11-21T12:00:00.000Z",
    ];
    for (const [index, at] of times.entries()) {
      await ledger
        .updateTable("audit_log")
        .set({ at })
        .where("seq", "=", index + 1)
        .execute();
    }
    expect(await numbers("?from=2026-11-20&to=2026-11-20")).toEqual([3, 2]);
    expect(await numbers("?from=2026-11-21")).toEqual([5, 4]);
    expect(await numbers("?to=2026-11-19")).toEqual([1]);
    expect(await numbers("?from=2026-11-22")).toEqual([]);
  });

  it("pages without a gap or a repeat while the log grows, and by a filter", async () => {
    await append(entriesOf(23));
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(`?limit=5${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ seq }) => seq));
      cursor = body.nextCursor;
      await append(entriesOf(1));
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 23 }, (_, at) => 23 - at));
    const first = (await list("?action=signed_in&limit=2")).body;
    const next = await list(`?action=signed_in&limit=2&cursor=${first.nextCursor}`);
    expect(first.items.length + next.body.items.length).toBe(4);
    expect(new Set([...first.items, ...next.body.items].map(({ seq }) => seq)).size).toBe(4);
    expect((await list("?limit=100")).body.nextCursor).toBeNull();
  });

  it.each([
    ["action=replayed", "action", "This is not an action of the audit log."],
    ["action=__proto__", "action", "This is not an action of the audit log."],
    ["from=20.11.2026", "from", "Give a day as year-month-day, such as 2026-11-20."],
    ["to=2026-02-30", "to", "Give a day as year-month-day, such as 2026-11-20."],
    ["to=1999-12-31", "to", "Give a day as year-month-day, such as 2026-11-20."],
    ["from=2026-11-21&to=2026-11-20", "to", "The last day is before the first day."],
    [`actor=${"x".repeat(321)}`, "actor", "Search with at most 320 characters."],
    [`record=${"x".repeat(129)}`, "record", "Search with at most 128 characters."],
    ["limit=101", "limit", "Use a limit from 1 to 100."],
    ["cursor=0", "cursor", "This is not a cursor."],
    ["cursor=-1", "cursor", "This is not a cursor."],
    ["cursor=2147483648", "cursor", "This is not a cursor."],
    ["cursor=1;drop", "cursor", "This is not a cursor."],
    ["sort=hash", "sort", "This field doesn't exist here."],
  ])("refuses ?%s and names the field", async (query, path, message) => {
    const { status, problem } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ code: "invalid_request", errors: [{ path, message }] });
  });

  it("shows a row that somebody changed as it is now", async () => {
    dashboard.spoil();
    await append([{ ...command, action: "export_made", recordId: null, detail: { what: "audit_log" } }]);
    const ledger = await db();
    await ledger
      .updateTable("audit_log")
      .set({ action: "nothing_happened", detail: "not JSON", record_kind: "planet" })
      .execute();
    expect((await list()).body.items[0]).toMatchObject({
      action: "nothing_happened",
      detail: "not JSON",
      recordKind: "planet",
    });
  });
});

describe("GET /api/audit/verification", () => {
  it("says what was found, and what is wrong", async () => {
    dashboard.spoil();
    await append(entriesOf(7));
    const all = await Promise.all([verify(), verify()]);
    for (const found of all) expect(found).toMatchObject({ entries: 7, fault: null });
    await (await db()).deleteFrom("audit_log").where("seq", "=", 4).execute();
    expect(await verify()).toMatchObject({
      entries: 3,
      fault: { kind: "removed", seq: 4, text: expect.stringContaining("Entry 4 was removed") },
    });
  });
});
