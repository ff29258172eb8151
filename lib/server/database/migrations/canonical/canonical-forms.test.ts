import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { canonicalText } from "#lib/text/canonical-text";
import { addCanonicalForms } from "./canonical-forms";
import { canonicalText as frozen } from "./frozen-canonical-text";

it("fills a ledger of before with what is compared: references, and every payee’s names", async () => {
  const { dashboard } = await startOnFaultyService();
  const references = ["INV–1 É", undefined, "ＩＮＶ 2", "№ 7/8"];
  for (const [at, reference] of references.entries())
    await dashboard.send("POST", "/api/transfers", {
      body: { ...goodTransfer, amount: `${at + 1}`, ...(reference !== undefined && { reference }) },
      headers: { "idempotency-key": randomUUID() },
    });
  const { bankCode, accountNumber } = goodTransfer;
  const saved = await dashboard.send<{ id: string }>("POST", "/api/payees", {
    body: { name: "Ada’s Ọbi", bankCode, accountNumber, accountName: "ADA OBI" },
  });
  const moved = { bankCode, accountNumber: "0987654321", accountName: "Obi Ltd", howChecked: "Called" };
  await dashboard.send("POST", `/api/payees/${saved.body.id}/versions`, { body: { after: "1", ...moved } });

  const ledger = await db();
  const read = async () => ({
    keys: await ledger.selectFrom("transfers").select(["id", "reference_key"]).orderBy("id").execute(),
    names: await ledger.selectFrom("payee_names").selectAll().orderBy("name_key").execute(),
  });
  const before = await read();
  expect(before.keys.filter(({ reference_key }) => reference_key !== null)).toHaveLength(3);
  expect(before.names).toHaveLength(3);
  for (const change of [
    "drop index transfers_reference",
    "drop index transfers_payee",
    "alter table transfers drop column reference_key",
    "create index transfers_reference on transfers (lower(reference), created_at, id) where reference is not null",
    "create index transfers_payee on transfers (bank_code, account_number, created_at)",
    "drop table payee_names",
  ])
    await sql.raw(change).execute(ledger);
  await addCanonicalForms(ledger as unknown as Kysely<unknown>);
  expect(await read()).toEqual(before);
  expect((await verifyLedger(ledger)).differences).toEqual([]);
});

it("has the rule that the product has, until a migration brings another", () => {
  for (const text of ["INV–1 É", "ＩＮＶ 2", "№ 7/8", "Аda Ọbi", "Straße", "--", "ﷺ", "Ɗan ƙ"])
    expect(frozen(text)).toBe(canonicalText(text));
});
