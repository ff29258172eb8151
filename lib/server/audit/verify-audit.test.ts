import { asyncProperty, assert as check, constantFrom, integer, string } from "fast-check";
import type { Updateable } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import type { AuditRow } from "#lib/server/tables/audit-rows";
import type { Db } from "#lib/server/tables/schema";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { newSharedDatabase, openTestLedger } from "#lib/testing/database/database";
import { appendAudit } from "./audit";
import { auditHash } from "./audit-hash";
import { verifyAudit } from "./verify-audit";

const count = 12;

/** A log of twelve entries. */
async function writtenLog(): Promise<Db> {
  const ledger = await openTestLedger();
  for (const entry of entriesOf(count)) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
  return ledger;
}

const read = async (ledger: Db, seq: number): Promise<AuditRow> =>
  ledger.selectFrom("audit_log").selectAll().where("seq", "=", seq).executeTakeFirstOrThrow();
const change = (ledger: Db, seq: number, to: Updateable<AuditRow>) =>
  ledger.updateTable("audit_log").set(to).where("seq", "=", seq).execute();
const remove = (ledger: Db, seq: number) => ledger.deleteFrom("audit_log").where("seq", "=", seq).execute();
const put = (ledger: Db, row: AuditRow) => ledger.insertInto("audit_log").values(row).execute();
/** Moves entries out of the way, one number up or down. */
async function renumber(ledger: Db, from: number, by: 1 | -1): Promise<void> {
  const seqs = Array.from({ length: count - from + 1 }, (_, at) => from + at);
  for (const seq of by === 1 ? seqs.reverse() : seqs) await change(ledger, seq, { seq: seq + by });
}
const rehashed = (row: AuditRow): AuditRow => ({ ...row, hash: auditHash(row) });
const forged = (row: AuditRow, seq: number): AuditRow => ({
  ...row,
  seq,
  action: "signed_out",
  detail: "{}",
});
const endsAt = async (ledger: Db, seq: number) => {
  const { hash } = await read(ledger, seq);
  await ledger.updateTable("audit_head").set({ seq, hash }).execute();
};

type Tampering = [name: string, act: (ledger: Db) => Promise<unknown>, fault: string, holds: number];
const tamperings: Tampering[] = [
  ["a changed text", (log) => change(log, 5, { action: "signed_out" }), "changed 5", 4],
  ["a changed first row", (log) => change(log, 1, { at: "2020-01-01T00:00:00.000Z" }), "changed 1", 0],
  ["a changed last row", (log) => change(log, 12, { address: "198.51.100.1" }), "changed 12", 11],
  [
    "a changed row with a new hash",
    async (log) => {
      const { hash } = rehashed({ ...(await read(log, 5)), action: "signed_out" });
      await change(log, 5, { action: "signed_out", hash });
    },
    "changed 5",
    5,
  ],
  [
    "a changed first row with a new hash",
    async (log) => change(log, 1, { ...rehashed({ ...(await read(log, 1)), address: null }) }),
    "changed 1",
    1,
  ],
  [
    "a changed last row with a new hash",
    async (log) => change(log, 12, { ...rehashed({ ...(await read(log, 12)), address: "::1" }) }),
    "changed 12",
    12,
  ],
  [
    "a row that follows from none, with a new hash",
    async (log) =>
      change(log, 5, { ...rehashed({ ...(await read(log, 5)), previous_hash: "f".repeat(64) }) }),
    "changed 5",
    4,
  ],
  ["a removed row", (log) => remove(log, 5), "removed 5", 4],
  ["a removed first row", (log) => remove(log, 1), "removed 1", 0],
  ["a removed last row", (log) => remove(log, 12), "removed 12", 11],
  ["the whole log removed", (log) => log.deleteFrom("audit_log").execute(), "removed 1", 0],
  [
    "a removed row, and those after it counted anew",
    async (log) => {
      await remove(log, 5);
      await renumber(log, 6, -1);
    },
    "removed 5",
    4,
  ],
  [
    "a row put in, and those after it counted anew",
    async (log) => {
      await renumber(log, 5, 1);
      await put(log, forged(await read(log, 4), 5));
    },
    "inserted 5",
    4,
  ],
  [
    "a row put in that follows from the one before, and those after it counted anew",
    async (log) => {
      const before = await read(log, 4);
      await renumber(log, 5, 1);
      await put(log, rehashed({ ...forged(before, 5), previous_hash: before.hash }));
    },
    "inserted 5",
    5,
  ],
  [
    "a row put in at the end that follows from the last",
    async (log) => {
      const before = await read(log, 12);
      await put(log, rehashed({ ...forged(before, 13), previous_hash: before.hash }));
    },
    "inserted 13",
    13,
  ],
  ["a row put in before the first", async (log) => put(log, forged(await read(log, 1), 0)), "inserted 0", 0],
  [
    "two neighbours that changed places",
    async (log) => {
      await change(log, 5, { seq: 100 });
      await change(log, 6, { seq: 5 });
      await change(log, 100, { seq: 6 });
    },
    "swapped 5",
    4,
  ],
  [
    "two rows far apart that changed places, the last among them",
    async (log) => {
      await change(log, 3, { seq: 100 });
      await change(log, 12, { seq: 3 });
      await change(log, 100, { seq: 12 });
    },
    "swapped 3",
    2,
  ],
  [
    "two rows that changed what they say",
    async (log) => {
      const [one, two] = [await read(log, 5), await read(log, 9)];
      const content = ({ seq: _seq, previous_hash: _previous, hash: _hash, ...rest }: AuditRow) => rest;
      await change(log, 5, content(two));
      await change(log, 9, content(one));
    },
    "swapped 5",
    4,
  ],
  ["the head removed", (log) => log.deleteFrom("audit_head").execute(), "removed 12", 12],
  [
    "the head's hash changed",
    (log) =>
      log
        .updateTable("audit_head")
        .set({ hash: "f".repeat(64) })
        .execute(),
    "changed 12",
    12,
  ],
  [
    "the head's count changed",
    (log) => log.updateTable("audit_head").set({ seq: 11 }).execute(),
    "changed 12",
    12,
  ],
  ["the head set back", (log) => endsAt(log, 11), "inserted 12", 12],
];

describe("the verification of the audit log", () => {
  it("accepts an empty log and one as it was written", async () => {
    const ledger = await openTestLedger();
    expect(await verifyAudit(ledger)).toMatchObject({ entries: 0, lastHash: "0".repeat(64), fault: null });
    const log = await writtenLog();
    const { hash } = await read(log, count);
    expect(await verifyAudit(log)).toMatchObject({ entries: count, lastHash: hash, fault: null });
  });

  it.each(tamperings)("finds %s", async (_name, act, expected, holds) => {
    const log = await writtenLog();
    await act(log);
    const { fault, entries } = await verifyAudit(log);
    expect(`${fault?.kind} ${fault?.seq}`).toBe(expected);
    expect(entries).toBe(holds);
    expect(fault?.text).toMatch(
      new RegExp(expected.startsWith("swapped") ? "swapped" : `\\b${expected.split(" ")[1]}\\b`),
    );
  });

  it("finds any one column of any row that is anything else than it was", async () => {
    const log = await writtenLog();
    const columns = Object.keys(await read(log, 1)) as (keyof AuditRow)[];
    const kept = await Promise.all(Array.from({ length: count }, (_, at) => read(log, at + 1)));
    const seqs = integer({ min: 1, max: count });
    const value = constantFrom<"null" | "text" | "tail" | "case">("null", "text", "tail", "case");
    const property = asyncProperty(
      seqs,
      constantFrom(...columns),
      value,
      string(),
      async (seq, column, how, text) => {
        const row = kept[seq - 1] as AuditRow;
        const to = otherValue(row[column], column, how, text);
        if (to === row[column] || to === undefined) return;
        await change(log, seq, { [column]: to });
        const now = (await log.selectFrom("audit_log").selectAll().execute()).length;
        expect(now).toBe(count);
        const { fault } = await verifyAudit(log);
        expect(fault, `${column} of ${seq}`).not.toBeNull();
        if (column !== "seq") expect(`${fault?.kind} ${fault?.seq}`).toBe(`changed ${seq}`);
        await log
          .deleteFrom("audit_log")
          .where("seq", "=", column === "seq" ? (to as number) : seq)
          .execute();
        await put(log, row);
        expect((await verifyAudit(log)).fault).toBeNull();
      },
    );
    await check(property, { numRuns: 400 });
  });

  it("holds the log against an entry that was noted elsewhere, which a log made anew does not have", async () => {
    const log = await writtenLog();
    const { hash } = await read(log, 8);
    expect((await verifyAudit(log, { seq: 8, hash })).fault).toBeNull();
    let previous = (await read(log, 2)).hash;
    for (let seq = 3; seq <= count; seq++) {
      const row = rehashed({ ...(await read(log, seq)), previous_hash: previous, address: "198.51.100.9" });
      await change(log, seq, row);
      previous = row.hash;
    }
    await endsAt(log, count);
    expect((await verifyAudit(log)).fault).toBeNull();
    expect((await verifyAudit(log, { seq: 8, hash })).fault).toMatchObject({ kind: "changed", seq: 8 });
    await log.deleteFrom("audit_log").where("seq", ">", 5).execute();
    await endsAt(log, 5);
    expect((await verifyAudit(log)).fault).toBeNull();
    expect((await verifyAudit(log, { seq: 8, hash })).fault).toMatchObject({ kind: "removed", seq: 6 });
  });

  it("reads a log that grows meanwhile, over several pages", async () => {
    const { setting } = await newSharedDatabase();
    const [writer, reader] = [await openDatabase(setting), await openDatabase(setting)];
    const append = (some: number) =>
      writer.transaction().execute(async (trx) => {
        for (const entry of entriesOf(some)) await appendAudit(trx, entry);
      });
    await append(1_001);
    const writing = (async () => {
      for (let at = 0; at < 30; at++) await append(25);
    })();
    const found = await Promise.all([verifyAudit(reader), verifyAudit(reader), verifyAudit(reader)]);
    await writing;
    for (const { fault, entries } of found) {
      expect(fault).toBeNull();
      expect(entries).toBeGreaterThanOrEqual(1_001);
    }
    expect(await verifyAudit(reader)).toMatchObject({ entries: 1_751, fault: null });
    await Promise.all([writer.destroy(), reader.destroy()]);
  });
});

function otherValue(now: unknown, column: string, how: string, text: string): unknown {
  if (column === "seq") return (now as number) + 1_000;
  if (how === "null")
    return ["actor_id", "actor_name", "address", "user_agent", "record_kind", "record_id"].includes(column)
      ? null
      : undefined;
  if (how === "tail") return `${now ?? ""} `;
  if (how === "case") return typeof now === "string" ? now.toUpperCase() : undefined;
  return text.includes("\u0000") ? undefined : text;
}
