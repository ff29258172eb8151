import { assert, constantFrom, oneof, property, string, uint8Array } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { ada, command, entriesOf } from "#lib/testing/database/audit-entries";
import { appendByProcess } from "#lib/testing/database/audit-process";
import { newSharedDatabase, openTestLedger } from "#lib/testing/database/database";
import { type AuditEntry, appendAudit } from "./audit";
import { verifyAudit } from "./verify-audit";

let ledger: Db;
beforeEach(async () => {
  ledger = await openTestLedger();
});

const append = (entry: AuditEntry) => ledger.transaction().execute((trx) => appendAudit(trx, entry));
const rows = () => ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();
const whole = async () => (await verifyAudit(ledger)).fault;

describe("an entry", () => {
  it("says who, from where, what and on which record, and follows from the one before", async () => {
    await append({
      ...ada,
      action: "role_changed",
      recordId: "person_ben",
      detail: { to: "finance", from: "support", email: "ben@example.com" },
    });
    await append({ ...command, action: "export_made", recordId: null, detail: { what: "transfers" } });
    const [first, second] = await rows();
    expect(first).toMatchObject({
      seq: 1,
      actor_id: "person_ada",
      actor_name: "ada@example.com",
      address: "203.0.113.7",
      action: "role_changed",
      record_kind: "person",
      record_id: "person_ben",
      detail: '{"email":"ben@example.com","from":"support","to":"finance"}',
      previous_hash: "0".repeat(64),
    });
    expect(first?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(second).toMatchObject({
      seq: 2,
      actor_id: null,
      actor_name: null,
      address: null,
      user_agent: null,
      record_kind: null,
      record_id: null,
      previous_hash: first?.hash,
    });
    expect(await verifyAudit(ledger)).toMatchObject({ entries: 2, lastHash: second?.hash, fault: null });
  });

  it("is gone with an act that fails, and leaves no gap", async () => {
    const entry = { ...ada, action: "signed_out", recordId: "person_ada", detail: {} } as const;
    await append(entry);
    const failing = ledger.transaction().execute(async (trx) => {
      await appendAudit(trx, entry);
      throw new Error("The act failed.");
    });
    await expect(failing).rejects.toThrow("The act failed.");
    await append(entry);
    expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await whole()).toBeNull();
  });

  it("undoes its act when the log cannot be written", async () => {
    await ledger.deleteFrom("audit_head").execute();
    await expect(
      append({ ...ada, action: "signed_out", recordId: "person_ada", detail: {} }),
    ).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  it("keeps 200 characters of a browser's name, and no address that is none", async () => {
    const userAgent = `\u0000${"\u{1f600}".repeat(300)}\ud800`;
    await append({
      ...ada,
      userAgent,
      address: "evil, 1.2.3.4",
      action: "signed_out",
      recordId: null,
      detail: {},
    });
    const [row] = await rows();
    expect([...(row?.user_agent ?? "")]).toHaveLength(200);
    expect(row).toMatchObject({ address: null, user_agent: `\ufffd${"\u{1f600}".repeat(199)}` });
    expect(await whole()).toBeNull();
  });

  it("holds whatever a stranger sends as it was hashed", async () => {
    const nasty = oneof(
      string({ unit: "binary", maxLength: 300 }),
      uint8Array().map((bytes) => String.fromCharCode(...bytes)),
      string({ unit: constantFrom("\ud83d", "\ude00", "\u0000", '"', "\\", "\u2028", "a") }),
    );
    const stored: string[] = [];
    await assert(
      property(nasty, (text) => {
        stored.push(text);
      }),
      { numRuns: 100 },
    );
    for (const text of stored) {
      await append({
        actor: { id: "a", name: text },
        address: text,
        userAgent: text,
        action: "sign_in_failed",
        recordId: null,
        detail: {},
      });
    }
    expect(await whole()).toBeNull();
    for (const { actor_name } of await rows()) expect(actor_name).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
});

describe("several processes on one database", () => {
  it("write one whole log", async () => {
    const { url, setting } = await newSharedDatabase();
    await Promise.all([appendByProcess(url, entriesOf(200)), appendByProcess(url, entriesOf(200))]);
    const shared = await openDatabase(setting);
    const found = await verifyAudit(shared);
    expect(found).toMatchObject({ entries: 400, fault: null });
    const ids = await shared.selectFrom("audit_log").select("record_id").execute();
    expect(ids.filter(({ record_id }) => record_id === "transfer_1")).toHaveLength(2);
    await shared.destroy();
  });
});
