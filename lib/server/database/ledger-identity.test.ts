import { expect, it } from "vitest";
import { appendAudit } from "#lib/server/audit/audit";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { newSharedDatabase } from "#lib/testing/database/database";
import { openDatabase } from "./db";
import { ledgerId } from "./ledger-identity";

const other = "0123456789abcdef".repeat(4);

it("lets in the ledger that LEDGER_ID names, and no other and no empty one", async () => {
  const { setting } = await newSharedDatabase();
  const ledger = await openDatabase(setting);
  await ledger.destroy();
  await expect(openDatabase({ ...setting, ledgerId: other })).rejects.toThrow(/empty, but LEDGER_ID says/);

  const begun = await openDatabase(setting);
  for (const entry of entriesOf(2)) await begun.transaction().execute((trx) => appendAudit(trx, entry));
  const id = (await ledgerId(begun)) ?? "";
  await begun.destroy();
  await expect(openDatabase({ ...setting, ledgerId: other })).rejects.toThrow(
    /a different ledger than LEDGER_ID says/,
  );
  await (await openDatabase({ ...setting, ledgerId: id })).destroy();
});
