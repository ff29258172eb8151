import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { measureExport } from "#lib/bench/writes";
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
  await measureExport(url, "csv");
  const csv = await measureExport(url, "csv");
  const xlsx = await measureExport(url, "xlsx");
  console.log({ csv, xlsx });
  expect([csv.transfers, xlsx.transfers]).toEqual([`${count}`, `${count}`]);
  expect(xlsx.most / csv.most).toBeLessThan(mostTimesTheMemory);
});
