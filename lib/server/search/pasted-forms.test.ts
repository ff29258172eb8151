import { afterAll, beforeAll, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { nameRows } from "#lib/server/ledger/name-terms";
import type { TransferRow } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { canonicalText } from "#lib/text/canonical-text";
import { findTransfers } from "./list-transfers";
import type { MatchKind } from "./transfer-lists";

const id = "d9c09aeb-1f42-4c11-a1b2-0123456789ab";
const address = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
/** One transfer, unlike all others. */
const wanted: Partial<TransferRow> = {
  id,
  transaction_id: "Txn_Q7x42",
  address,
  amount: "71234.50",
  quote_output: "109345678.8950",
  account_number: "0719907821",
  account_name: "Ṣèyítán Ọlọ́runtóbi-Quaye",
  bank_code: "090267",
  bank_name: "Kuda Microfinance Bank",
  reference: "INV 2041/É",
  reference_key: canonicalText("INV 2041/É"),
};

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, 400);
  const ledger = await db();
  const [row] = await ledger.selectFrom("transfers").selectAll().orderBy("created_at").limit(1).execute();
  if (row === undefined) throw new Error("There is no transfer.");
  const made = { ...row, ...wanted, idempotency_key: "f".repeat(36), is_repeated: 0 };
  await ledger.insertInto("transfers").values(made).execute();
  await ledger.insertInto("transfer_names").values(nameRows(made)).execute();
});
afterAll(() => dashboard.close());

/** What is looked for, by what it is found, and how people paste it. */
const forms: [MatchKind, string[]][] = [
  ["ID", [id, id.toUpperCase(), ` ${id}\n`, id.replaceAll("-", ""), `Transfer ${id}.`]],
  ["ID", ["d9c09a", "d9c09aeb", "D9C09AEB", "ID: d9c09aeb…", "d9c09aeb-1f42"]],
  [
    "ID",
    [
      `https://pay.example.com/transfers/${id}`,
      `http://localhost:3000/transfers/${id}?from=list`,
      `<https://pay.example.com/transfers/${id}>`,
      `see https://pay.example.com/transfers/${id}, thanks`,
      `/transfers/${id}`,
    ],
  ],
  ["transaction ID", ["Txn_Q7x42", "TXN_Q7X42", "txn_q7x42", "Transaction ID: txn_q7x42", "(Txn_Q7x42)"]],
  [
    "address",
    [
      address,
      address.toLowerCase(),
      `Send to: ${address}`,
      address.replace(/(.{4})/g, "$1 "),
      `${address.slice(0, 20)}\n${address.slice(20)}`,
    ],
  ],
  ["amount", ["71234.50", "71,234.5", "71 234.50", "71,234.50 USDC", "$71234.5"]],
  [
    "naira",
    ["109345678.90", "109,345,678.90", "₦109,345,678.90", "NGN 109,345,678.9", "109,345,678.90 naira"],
  ],
  ["account", ["7821", "•• 7821", "**7821", "account ending in 7821", "Kuda MFB •• 7821"]],
  ["account", ["0719907821", "0719 907 821", "071-990-7821", "Account: 0719907821", " 0719907821 "]],
  ["name", ["Ṣèyítán", "seyitan", "SEYITAN QUAYE", "olorun", "quaye seyi"]],
  [
    "reference",
    [
      ...["INV 2041/É", "inv 2041/É", "Reference: INV 2041/É", " INV  2041/É\n"],
      ...["inv 2041/é", "INV–2041 É", "ＩＮＶ\u3000２０４１/é", "Inv\u00a02041/e\u0301", "inv2041é"],
    ],
  ],
  ["bank", ["Kuda", "kuda mfb", "KUDA MICROFINANCE BANK", "090267", "kud"]],
];

it.each(forms.flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
  "finds it by its %s: %j",
  async (kind, q) => {
    const { items, matched } = await findTransfers({ q, limit: 25 });
    expect(items.map((item) => item.id)).toContain(id);
    expect([...(matched.get(id) ?? [])]).toContain(kind);
  },
);

it.each([
  "d9c09", // Too short for the start of an ID.
  "txn_q7x43",
  "109345678.88", // Not what is shown.
  "yitan", // The middle of a word.
  "90267", // Not a whole code.
])("does not find it by %j", async (q) => {
  const { items } = await findTransfers({ q, limit: 100 });
  expect(items.map((item) => item.id)).not.toContain(id);
});

it("lists all transfers to the account of one of them", async () => {
  const { items } = await findTransfers({ account: id, limit: 25 });
  expect(items.map((item) => item.id)).toEqual([id]);
  const found = await dashboard.send("POST", "/api/transfers/account", {
    body: { accountNumber: "0719907821" },
  });
  expect(found.body).toEqual({ id });
  const none = await dashboard.send("POST", "/api/transfers/account", {
    body: { accountNumber: "9999999990" },
  });
  expect(none.body).toEqual({ id: null });
});
