import { randomUUID } from "node:crypto";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { seedLedger } from "#lib/bench/seed/seed";
import { countOfWorkbook } from "#lib/calls/export/workbook-end";
import { env } from "#lib/server/config/env";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { failWrites } from "#lib/testing/database/database";
import { arrive } from "#lib/testing/ledger/give-deposits";
import { giveLife, newAddress, says, sent } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { readCsv } from "#lib/testing/read-csv";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";
import { bytesOfRow, sizeWords } from "#lib/words/export/export-size";

const count = 2_000;
const origin = "http://localhost:3000";
let dashboard: TestDashboard;
let ledger: Db;

beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, count);
  ledger = await db();
});
afterAll(() => dashboard.close());

/** Asks for an export as a person of one's own; the body is not read yet. */
async function ask(filters: object = {}, traits: SessionTraits = { role: "finance" }) {
  const { cookie, email } = await writeSession(ledger, authSecret(), traits);
  const again = () =>
    answerRequest(
      new Request(`${origin}/api/transfers/export`, {
        method: "POST",
        headers: { host: "localhost:3000", origin, cookie, "content-type": "application/json" },
        body: JSON.stringify(filters),
      }),
    );
  return { answer: await again(), again, email };
}

/** The lines by the names of their columns, and the last one. */
async function readRows(answer: Response) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const [head = [], ...lines] = readCsv(text);
  const rows = lines
    .slice(0, -1)
    .map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ""])));
  return { head, rows, end: lines.at(-1) ?? [] };
}

const newest = (most: number) =>
  ledger.selectFrom("transfers").selectAll().orderBy("created_at", "desc").limit(most).execute();
const entriesOf = (email: string) =>
  ledger.selectFrom("audit_log").selectAll().where("actor_name", "=", email).orderBy("seq").execute();

describe("an export", () => {
  it("holds every transfer once, newest first, and says at its end how many", async () => {
    const { answer } = await ask();
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="transfers-[\d-]+\.csv"$/,
    );
    const { rows, end } = await readRows(answer);
    const all = await newest(count);
    expect(rows.map(({ ID }) => ID?.replace(/^'/, ""))).toEqual(all.map(({ id }) => id));
    expect(end.slice(0, 2)).toEqual(["End of the export", `${count} transfers`]);
    const first = all[0];
    const row = rows[0];
    if (first === undefined || row === undefined) throw new Error("There are no rows.");
    expect(rows.map((each) => each["Asked for"])).toEqual(all.map(({ amount }) => amount));
    expect(rows.map((each) => each["Account number"])).toEqual(all.map((each) => `'${each.account_number}`));
    expect(rows.map((each) => each["Account name"])).toEqual(all.map((each) => each.account_name));
    expect(row["Created (UTC)"]).toBe(first.created_at);
    const local = new Date(Date.parse(first.created_at) + 3_600_000).toISOString();
    expect(row["Created (Africa/Lagos)"]).toBe(local.slice(0, 19).replace("T", " "));
  });

  it("holds what fits the filters alone", async () => {
    const { rows } = await readRows((await ask({ status: "failed" })).answer);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ Status }) => Status))).toEqual(new Set(["Failed"]));
    const none = await readRows((await ask({ q: "xyzxyz" })).answer);
    expect([none.rows, none.end.slice(0, 2)]).toEqual([[], ["End of the export", "0 transfers"]]);
  });

  it("takes a note or a mark for no change of the money", async () => {
    const { id } = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("status", "=", "paid")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const changed = async () =>
      (await readRows((await ask({ q: id })).answer)).rows[0]?.["Last change (UTC)"];
    const before = await changed();
    expect(before).toMatch(/^20/);
    for (const body of [
      { kind: "note", text: "Seen." },
      { kind: "handled", text: "Done." },
    ])
      expect((await dashboard.send("POST", `/api/transfers/${id}/notes`, { body })).status).toBe(200);
    expect(await changed()).toBe(before);
  });

  it.each(["csv", "xlsx"] as const)("is about as large as is said before it: %s", async (format) => {
    const { answer } = await ask({ format });
    const { byteLength } = await answer.arrayBuffer();
    const ratio = byteLength / (count * bytesOfRow[format]);
    expect(ratio, `${byteLength / count} bytes a row`).toBeGreaterThan(0.5);
    expect(ratio, `${byteLength / count} bytes a row`).toBeLessThan(1.5);
    expect(sizeWords(count, false, "csv")).toBe(`about ${((count * bytesOfRow.csv) / 1e6).toFixed(1)} MB`);
    expect(sizeWords(3, true, "csv")).toBe("more than 2 kB");
  });

  it.each([
    ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
    ["+234 801", "'+234 801"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1+1", "'\t'=1+1"],
    ["\r=1+1", "'\r'=1+1"],
    ["＝1+1", "'＝1+1"],
    ['Ada;=HYPERLINK("http://x")', 'Ada;\'=HYPERLINK("http://x")'],
    ["007", "'007"],
    ["1e5", "'1e5"],
    ["2026-11-20", "'2026-11-20"],
    ["'quoted", "''quoted"],
    ['Eze, "Ngozi"', 'Eze, "Ngozi"'],
    ["Ọlá\u2028Ade", "Ọlá\u2028Ade"],
  ])("makes %j inert, and loses nothing of it", async (name, shown) => {
    const [row] = await newest(1);
    await ledger
      .updateTable("transfers")
      .set({ account_name: name })
      .where("id", "=", row?.id ?? "")
      .execute();
    const text = await (await ask({ q: row?.id })).answer.text();
    expect(readCsv(text)[1]).toContain(shown);
    await ledger
      .updateTable("transfers")
      .set({ account_name: row?.account_name ?? "" })
      .where("id", "=", row?.id ?? "")
      .execute();
  });
});

describe("as an Excel file", () => {
  const xlsx = { format: "xlsx" };
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

  it("has the same transfers in the same order as the CSV, cell by cell", async () => {
    const { answer, email } = await ask({ ...xlsx, status: "failed" });
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="transfers-[\d-]+\.xlsx"$/,
    );
    const bytes = await bytesOf(answer);
    const { rows, head } = await readRows((await ask({ status: "failed" })).answer);
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet?.rows[0]).toEqual(head);
    expect(sheet?.rows.at(-1)?.slice(0, 2)).toEqual(["End of the export", `${rows.length} transfers`]);
    const said = (value: unknown, name: string) => {
      if (value instanceof Date)
        return name.endsWith("(UTC)")
          ? value.toISOString().slice(0, 19)
          : value.toISOString().slice(0, 19).replace("T", " ");
      return value === null || value === undefined ? "" : String(value);
    };
    const plain = (text: string, name: string) => {
      const bare = text.replace(/^'/, "");
      if (name.endsWith("(UTC)")) return bare.slice(0, 19);
      return /^\d+\.\d*0$/.test(bare) && !bare.startsWith("'") ? bare.replace(/\.?0+$/, "") : bare;
    };
    for (const [at, row] of rows.entries())
      expect(head.map((name, place) => said(sheet?.rows[at + 1]?.[place], name))).toEqual(
        head.map((name) => plain(row[name] ?? "", name)),
      );
    expect(await countOfWorkbook(new Blob([bytes]))).toBe(`${rows.length}`);
    const [begun, ended] = await entriesOf(email);
    expect(JSON.parse(begun?.detail ?? "")).toMatchObject({ format: "xlsx", status: "failed" });
    expect(JSON.parse(ended?.detail ?? "")).toEqual({ isWhole: true, rows: String(rows.length) });
  });

  it("breaks when the ledger cannot be read any more, and what came opens nowhere", async () => {
    const { answer, email } = await ask(xlsx);
    const reader = answer.body?.getReader();
    const parts: BlobPart[] = [(await reader?.read())?.value as BlobPart];
    await sql`alter table transfer_events rename to taken_away`.execute(ledger);
    const rest = async () => {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
        parts.push(next.value as BlobPart);
    };
    await expect(rest()).rejects.toThrow();
    await sql`alter table taken_away rename to transfer_events`.execute(ledger);
    const bytes = await new Blob(parts).arrayBuffer();
    await expect(readXlsx(new Uint8Array(bytes))).rejects.toThrow();
    expect(await countOfWorkbook(new Blob(parts)).catch(() => undefined)).toBeUndefined();
    expect(JSON.parse((await entriesOf(email)).at(-1)?.detail ?? "")).toMatchObject({ isWhole: false });
  });

  it("ends when its reader leaves, and reads no further", async () => {
    const { answer, again, email } = await ask(xlsx);
    const reader = answer.body?.getReader();
    await reader?.read();
    expect((await again()).status).toBe(429);
    await reader?.cancel();
    const { isWhole, rows } = JSON.parse((await entriesOf(email)).at(-1)?.detail ?? "");
    expect(isWhole).toBe(false);
    expect(Number(rows)).toBeLessThan(count);
  });

  it("is no kind of file that there isn't", async () => {
    expect((await ask({ format: "ods" })).answer.status).toBe(422);
  });
});

describe("the audit log", () => {
  it("tells of an export before its first byte, and of its end", async () => {
    const filters = { status: "failed", from: "2020-01-01", q: "ade" };
    const { answer, email } = await ask(filters);
    const [begun] = await entriesOf(email);
    expect(begun?.action).toBe("export_made");
    expect(JSON.parse(begun?.detail ?? "")).toEqual({
      what: "transfers",
      format: "csv",
      status: "failed",
      firstDay: "2020-01-01",
      isSearch: true,
    });
    const { rows } = await readRows(answer);
    const [, ended] = await entriesOf(email);
    expect([ended?.action, JSON.parse(ended?.detail ?? "")]).toEqual([
      "export_ended",
      { isWhole: true, rows: String(rows.length) },
    ]);
  });

  it("lets no byte leave when it cannot be written", async () => {
    const mend = await failWrites(ledger, "insert on audit_log");
    const { answer } = await ask();
    await mend();
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await answer.text()).not.toContain("Account number");
  });

  it("tells of an export that its reader left", async () => {
    const { answer, again, email } = await ask();
    const reader = answer.body?.getReader();
    await reader?.read();
    expect((await again()).status).toBe(429);
    await reader?.cancel();
    expect(JSON.parse((await entriesOf(email)).at(-1)?.detail ?? "")).toMatchObject({ isWhole: false });
    expect((await readRows(await again())).rows).toHaveLength(count);
  });
});

it("ends when nobody takes it, so that its person can ask again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer, again, email } = await ask();
  expect((await again()).status).toBe(429);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await expect.poll(async () => (await entriesOf(email)).length).toBe(2);
  expect(JSON.parse((await entriesOf(email)).at(-1)?.detail ?? "")).toMatchObject({ isWhole: false });
  await expect(answer.text()).rejects.toThrow();
  expect((await readRows(await again())).rows).toHaveLength(count);
});

it("reads no further than its reader has taken", async () => {
  const { answer } = await ask();
  const reader = answer.body?.getReader();
  await reader?.read();
  const [oldest] = await ledger.selectFrom("transfers").selectAll().orderBy("created_at").limit(1).execute();
  const change = (account_name: string) =>
    ledger
      .updateTable("transfers")
      .set({ account_name })
      .where("id", "=", oldest?.id ?? "")
      .execute();
  await change("Written meanwhile");
  let text = "";
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
    text += new TextDecoder().decode(next.value);
  await change(oldest?.account_name ?? "");
  expect(text).toContain("Written meanwhile");
});

it("breaks when the ledger cannot be read any more, without a last line", async () => {
  const { answer, email } = await ask();
  const reader = answer.body?.getReader();
  await reader?.read();
  await sql`alter table transfer_events rename to taken_away`.execute(ledger);
  let text = "";
  const rest = async () => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      text += new TextDecoder().decode(next.value);
  };
  await expect(rest()).rejects.toThrow();
  await sql`alter table taken_away rename to transfer_events`.execute(ledger);
  expect(text).not.toContain("End of the export");
  expect(JSON.parse((await entriesOf(email)).at(-1)?.detail ?? "")).toMatchObject({ isWhole: false });
});

it("asks for a fresh proof that the person is there", async () => {
  const { answer, email } = await ask({}, { role: "admin", confirmed: -6 * 60_000 });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    403,
    "confirmation_needed",
  ]);
  expect(await entriesOf(email)).toEqual([]);
});

it("says when it was reported paid, by which deposits, to which payee, and who created it", async () => {
  const row = randomTransfer(randomFrom(7), new Date(Date.now() + 60_000).toISOString());
  const { email, personId } = await writeSession(ledger, authSecret(), { role: "finance" });
  const creator = await ledger
    .selectFrom("people")
    .select("name")
    .where("id", "=", personId)
    .executeTakeFirst();
  const payee = { id: randomUUID(), name: "Lekki landlord", created_at: row.created_at, archived_at: null };
  await ledger
    .insertInto("payees")
    .values({ ...payee, cover_key: null })
    .execute();
  await insertTransfers(ledger, [
    {
      ...row,
      ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
      payee_id: payee.id,
    },
  ]);
  await ledger
    .updateTable("transfer_events")
    .set({ person_name: email })
    .where("transfer_id", "=", row.id)
    .execute();
  await giveLife(ledger, [row.id], [...sent, says("deposit_received"), says("paid"), says("completed")]);
  const { address } = await ledger
    .selectFrom("transfers")
    .select("address")
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  await arrive(ledger, { id: row.id, address: address ?? "", units: 60_000_000 });
  await arrive(ledger, { id: row.id, address: address ?? "", units: 40_000_000 });
  await arrive(ledger, { id: row.id, address: address ?? "", units: 5_000_000, isOther: true });
  await arrive(ledger, { id: row.id, address: newAddress(), units: 7_000_000 });
  const { rows } = await readRows((await ask({ q: row.id })).answer);
  const deposits = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", row.id)
    .execute();
  const report = await ledger
    .selectFrom("transfer_events")
    .select("at")
    .where("transfer_id", "=", row.id)
    .where("word", "=", "paid")
    .executeTakeFirst();
  expect(rows).toHaveLength(1);
  const [line = {}] = rows;
  expect(new Set(line["Deposit transactions"]?.split("; "))).toEqual(new Set(deposits.map(({ tx }) => tx)));
  expect(line["Other money on the network"]).toMatch(
    /^5 USDbC; 7 USDC at 0x[0-9a-fA-F]{40}$|^7 USDC at 0x[0-9a-fA-F]{40}; 5 USDbC$/,
  );
  expect(line).toMatchObject({
    "Reported paid (UTC)": report?.at,
    "Arrived on the network": "100",
    "Asked for": "100",
    "Asks for the deposit": "No",
    Payee: "Lekki landlord",
    // Others of this ledger have the same name.
    "Created by": `${creator?.name} (${email})`,
  });
});
