import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { measureExport } from "#lib/bench/writes";
import { exportFormats } from "#lib/contract/transfer-list";
import { openDatabase } from "#lib/server/database/db";
import { countAllMovements } from "#lib/testing/books/months";
import { settingOf } from "#lib/testing/database/database-setting";

/** An Excel file of many transfers takes a server no more memory than a CSV of them: each by a server of its own, in one run. */

const count = 120_000;
const mostTimesTheMemory = 1.25;
const folder = mkdtempSync(join(tmpdir(), "export-"));
const url = `file:${join(folder, "dashboard.db")}`;

beforeAll(() => seedLedger(settingOf(url), count), 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

it("streams an Excel file in the memory of a CSV", async () => {
  // The first start also writes where each made-up transfer stands.
  await measureExport(url, { format: "csv" });
  const csv = await measureExport(url, { format: "csv" });
  const xlsx = await measureExport(url, { format: "xlsx" });
  console.log({ csv, xlsx });
  expect([csv.rows, xlsx.rows]).toEqual([`${count}`, `${count}`]);
  expect(xlsx.most / csv.most).toBeLessThan(mostTimesTheMemory);
});

it("streams a month of more than a hundred thousand movements within 64 MB more", async () => {
  const ledger = await openDatabase(settingOf(url));
  const [{ month }, { movements }] = await Promise.all([
    ledger
      .selectFrom("movements")
      .select(({ fn }) => fn.min("month").as("month"))
      .executeTakeFirstOrThrow(),
    ledger
      .selectFrom("movements")
      .select(({ fn }) => fn.countAll<number | string>().as("movements"))
      .executeTakeFirstOrThrow(),
  ]);
  // All that ever moved is of the first month.
  await ledger.updateTable("movements").set({ month, is_counted: 0 }).execute();
  await ledger.deleteFrom("movement_totals").execute();
  await countAllMovements(ledger);
  await ledger.destroy();
  for (const format of exportFormats) {
    const { rows, rest, most, seconds } = await measureExport(url, { format, month });
    console.log({ format, rows, rest, most, seconds });
    expect(rows).toBe(`${movements}`);
    expect(Number(movements)).toBeGreaterThan(100_000);
    expect(most - rest).toBeLessThan(64);
  }
});
