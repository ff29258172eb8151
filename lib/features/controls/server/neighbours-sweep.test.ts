import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { sweepFeatures } from "#lib/features/all/index";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { findTransfer } from "#lib/server/ledger/transfers";
import { startControlled } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";

it("does what the others have to do, though one of them can't", async () => {
  const house = await startControlled();
  onTestFinished(() => house.close());
  const rules = { ...noRules, tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };
  const { status } = await house.send(house.chidi, "POST", "/api/controls", { after: "0", rules });
  expect(status).toBe(200);
  const { id } = (await house.send<Transfer>(house.ada, "POST", "/api/transfers", goodTransfer)).body;
  const ledger = await db();
  await ledger.updateTable("requests").set({ expires_at: "2026-01-01T00:00:00.000Z" }).execute();
  // Batches look at their files once a minute, statements at what they miss.
  const rename = (from: string, to: string) => ledger.schema.alterTable(from).renameTo(to).execute();
  const tables = ["funding_files", "statement_lines"];
  for (const table of tables) await rename(table, `${table}_gone`);
  await sweepFeatures(ledger);
  for (const table of tables) await rename(`${table}_gone`, table);
  expect((await findTransfer(id)).status).toBe("cancelled");
});
