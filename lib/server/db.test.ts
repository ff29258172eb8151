import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { submissions } from "#lib/transfer-status";
import { openDatabase } from "./db";
import type { TransferRow } from "./schema";
import { appendEvent, move, transitions } from "./transfer-ledger";

const newFolder = () => mkdtempSync(join(tmpdir(), "db-"));
const row = (id: string): TransferRow =>
  ({
    id,
    idempotency_key: id,
    content_hash: "h",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    asset: "base:usdc",
    from_currency: "USDC",
    network: "base",
    amount: "1",
    currency: "NGN",
    country: "NG",
    bank_code: "1",
    bank_name: "B",
    account_number: "0123456789",
    account_name: "N",
    submission: "recorded",
    status: "recorded",
  }) as TransferRow;

describe("the database file", () => {
  it("is made on first use, for its owner alone, with its folder", async () => {
    const file = join(newFolder(), "data", "dashboard.db");
    const ledger = await openDatabase(file);
    await ledger.insertInto("transfers").values(row("a")).execute();
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    await ledger.destroy();
  });
  it("is not opened when it is something else", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "folder.db"));
    await expect(openDatabase(join(folder, "folder.db"))).rejects.toThrow();
    writeFileSync(
      join(folder, "text.db"),
      "this is no database, and long enough to be read as a header of one".repeat(20),
    );
    chmodSync(join(folder, "text.db"), 0o600);
    await expect(openDatabase(join(folder, "text.db"))).rejects.toThrow();
  });
  it("serves three server processes at once, and their events keep one order", async () => {
    const file = join(newFolder(), "dashboard.db");
    // Nobody has migrated it: all three start at the same time.
    await Promise.all([1, 2, 3].map(() => runServer(file, "a", 0)));
    const ledger = await openDatabase(file);
    await ledger.insertInto("transfers").values(row("a")).execute();
    await Promise.all([1, 2, 3].map(() => runServer(file, "a", 10)));
    const events = await ledger.selectFrom("transfer_events").selectAll().orderBy("seq").execute();
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(new Set(events.map(({ text }) => text)).size).toBe(30);
    await ledger.destroy();
  });
});

async function runServer(file: string, transferId: string, notes: number): Promise<void> {
  const script = fileURLToPath(new URL("../testing/append-notes.ts", import.meta.url));
  const args = ["--conditions=react-server", "--import", "tsx", script, file, transferId, `${notes}`];
  await promisify(execFile)(process.execPath, args);
}

describe("a move from one state to another", () => {
  it("is given to exactly one of many, and only along the table", async () => {
    const ledger = await openDatabase(":memory:");
    await ledger.insertInto("transfers").values(row("a")).execute();
    await ledger
      .transaction()
      .execute((trx) => appendEvent(trx, "a", { source: "dashboard", kind: "requested" }));
    const claim = () =>
      ledger
        .transaction()
        .execute((trx) =>
          move(trx, "a", ["recorded", "dispatching"], { source: "dashboard", kind: "dispatched" }),
        );
    const claims = await Promise.all(Array.from({ length: 20 }, claim));
    expect(claims.filter(Boolean)).toHaveLength(1);
    for (const from of submissions) {
      for (const to of submissions.filter((state) => !transitions[from].includes(state))) {
        const forbidden = ledger
          .transaction()
          .execute((trx) => move(trx, "a", [from, to], { source: "dashboard", kind: "dispatched" }));
        await expect(forbidden).rejects.toThrow(RangeError);
      }
    }
    await ledger.destroy();
  });
});
