import { afterAll, beforeAll, expect, it } from "vitest";
import { toWire } from "#lib/asset/address";
import { seedLedger } from "#lib/bench/seed/seed";
import type { MatchKind } from "#lib/contract/transfer/match-kinds";

import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { textRows, wordRows } from "#lib/server/ledger/name-terms";
import type { TransferRow } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { canonicalText } from "#lib/text/canonical-text";
import { writeDay } from "#lib/text/day-text";
import { startOfDay, usualSpans } from "#lib/text/zone-day";
import { findTransfers } from "./list-transfers";

const id = "d9c09aeb-1f42-4c11-a1b2-0123456789ab";
const address = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const sender = "0xfee1dead00000000000000000000000000c0ffee";
const hash = `0x${"5eed".repeat(15)}beef`;
const creator = "bisi.alade@pay.example";
const zone = "Africa/Lagos";
const { lastMonth } = usualSpans(Date.now(), zone);
/** A day of last month, as everybody calls it. */
const day = lastMonth.from.replace(/-01$/, "-14");
const [year = "", month = "", date = ""] = day.split("-");
const named = writeDay(day);
/** One transfer, unlike all others. */
const wanted: Partial<TransferRow> = {
  id,
  created_at: new Date(Date.parse(startOfDay(day, zone)) + 45 * 60_000).toISOString(),
  status: "deposit_short",
  chip: "short",
  is_handled: 0,
  purpose: "Borehole pump, Surulere site",
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

/** Another one, of yesterday. */
const other = {
  id: "7be1c0de-0000-4000-a000-000000000001",
  created_at: new Date(Date.now() - 24 * 3_600_000).toISOString(),
  status: "paid" as const,
  account_name: "Zubairu Wushishi",
  // So long that no made-up address ends like it.
  transaction_id: "8a1f-4e2b-77c0ff5a-9d3e71b0",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  amount: "3.21",
} satisfies Partial<TransferRow>;

/** Of Solana, where letter case counts. */
const solanaSender = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const solanaHash = "5h3mQn8Vd2Rk7pLwXyZc4TgB9sUeFj6aHvNqKr1MxWtYb8CdEfGhJkLmNpQrStUvWxYz2345678aBcDeFgHkPq9a";

/** Of Tron, whose explorers write both in ways of their own. */
const tronSender = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const tronHash = "7a".repeat(32);
const tronHex = (text: string) => toWire(text).replace("0x", "41");

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
  await seedLedger(env().database, 400);
  const ledger = await db();
  const [row] = await ledger.selectFrom("transfers").selectAll().orderBy("created_at").limit(1).execute();
  if (row === undefined) throw new Error("There is no transfer.");
  const payee = { id: "aaaa0000-0000-4000-a000-000000000001", name: "Lekki landlord" };
  const at = new Date().toISOString();
  await ledger
    .insertInto("payees")
    .values({ ...payee, created_at: at, archived_at: null, cover_key: null })
    .execute();
  await ledger
    .insertInto("people")
    .values({
      ...{
        id: "bisi",
        name: "Bisi Alade-Cole",
        email: creator,
        role: "finance",
        is_disabled: 0,
        image: null,
      },
      ...{ email_verified: 1, two_factor_enabled: 0, sign_in_version: 1, created_at: at, updated_at: at },
    })
    .execute();
  const made = { ...row, ...wanted, idempotency_key: "f".repeat(36), is_repeated: 0, payee_id: payee.id };
  const fresh = { ...row, ...other, idempotency_key: "e".repeat(36), is_repeated: 0 };
  await ledger.insertInto("transfers").values([made, fresh]).execute();
  const note = textRows(made, "note", "Called the foreman: he waits for the crane");
  await ledger
    .insertInto("transfer_names")
    .values([...wordRows(made, creator), ...note, ...wordRows(fresh, null)])
    .execute();
  await ledger
    .insertInto("addresses")
    .values(
      [made, fresh].map((each) => ({
        ...{ transfer_id: each.id, address: each.address ?? "", account: toWire(each.address ?? "") },
        ...{
          address_check: "valid" as const,
          network: "base",
          created_at: each.created_at,
          seq: 1,
          is_looked_at: 1,
        },
      })),
    )
    .execute();
  const arrived = {
    ...{
      network: "base",
      contract: "0x1",
      ordinal: 0,
      symbol: "USDC",
      decimals: 6,
      is_own_token: 1 as const,
    },
    ...{ units: "1", block: 1, block_hash: "0x2", block_time: at, state: "confirmed" as const },
    ...{ changes: 1, node: "node.example" },
  };
  await ledger
    .insertInto("deposits")
    .values([
      { ...arrived, transfer_id: id, tx: hash, from_address: sender, to_address: address.toLowerCase() },
      {
        ...{ ...arrived, transfer_id: other.id, network: "tron", tx: `0x${tronHash}` },
        ...{ from_address: toWire(tronSender), to_address: other.address },
      },
      {
        ...{ ...arrived, transfer_id: other.id, network: "solana", tx: solanaHash },
        ...{ from_address: solanaSender, to_address: other.address },
      },
    ])
    .execute();
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
  ["transaction ID", ['"Txn_Q7x42"', "\u201cTxn_Q7x42\u201d.", "`txn_q7x42`", "#Txn_Q7x42", "Txn_Q7x42."]],
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

/** Sixty more, each with all that the list says it matched, where a search for a part would have found too much or nothing. */
const sixty: [text: string, matched: MatchKind[], found?: string][] = [
  ["Lekki landlord", ["payee"]],
  ["lekki", ["payee"]],
  ["LEKKI LANDLORD last month", ["payee"]],
  ["landlord short", ["payee", "state"]],
  ["Borehole pump, Surulere site", ["purpose"]],
  ["borehole", ["purpose"]],
  ["surulere quaye", ["purpose", "name"]],
  ["foreman crane", ["note"]],
  ["he waits for the crane", ["note"]],
  ["Bisi Alade-Cole", ["creator"]],
  ["bisi", ["creator"]],
  [creator, ["creator"]],
  ["bisi.alade@", ["creator"]],
  ["@pay.example", ["creator"]],
  ["by Bisi to Quaye", ["creator", "name"]],
  ["inv 2041", ["reference"]],
  ["2041", ["reference"]],
  ["INV2041", ["reference"]],
  ["invoice no. 2041", ["reference"]],
  ["INV–2041/é", ["reference"]],
  ["INV—2041—E", ["reference"]],
  ["ＩＮＶ－２０４１", ["reference"]],
  ["٢٠٤١", ["reference"]],
  ["INV-2041 Quaye", ["reference", "name"]],
  ["Kuda 7821", ["account", "bank"]],
  ["Kuda7821", ["account", "bank"]],
  ["KUDA-7821", ["account", "bank"]],
  ["Kuda MFB ••7821", ["account", "bank"]],
  ["kuda microfinance bank ending in 7821", ["account", "bank"]],
  ["••7821", ["account"]],
  ["071****7821", ["account"]],
  ["xxxxxx7821", ["account"]],
  ["acct 7821", ["account"]],
  ["٧٨٢١", ["account"]],
  ["Quaye 71234.50", ["amount", "name"]],
  ["quaye,71234.5", ["amount", "name"]],
  ["71,234.50 USDC to Seyitan", ["amount", "name"]],
  ["kuda 71 234.50", ["amount", "bank"]],
  ["₦109,345,678.90 landlord", ["naira", "payee"]],
  ["NGN109345678.9", ["naira"]],
  ["７１２３４．５０", ["amount"]],
  ["0xAb58…eC9B", ["address"]],
  ["0xab5801...59aec9b", ["address"]],
  ["0xAb58 … eC9B", ["address"]],
  ["…eC9B", ["address"]],
  ["59aec9b", ["address"]],
  ["0xab5801a7d3", ["address"]],
  ["01a7d398351b", ["address"]],
  ["q7x42", ["transaction ID"]],
  ["txn_q7", ["transaction ID"]],
  ["xn_q7x", ["transaction ID"]],
  ["77c0ff5a", ["transaction ID"], other.id],
  ["9d3e71b0", ["transaction ID"], other.id],
  ["TJRabP…pRTv8", ["address"], other.id],
  [sender, ["sender"]],
  [sender.toUpperCase().replace("0X", "0x"), ["sender"]],
  ["0xfee1…ffee", ["sender"]],
  [hash, ["transaction"]],
  [hash.replace(/(.{8})/g, "$1 "), ["transaction"]],
  [`${hash.slice(0, 30)}\n${hash.slice(30)}`, ["transaction"]],
  [`https://basescan.org/tx/${hash}`, ["transaction"]],
  [`https://basescan.org/address/${address}#tokentxns`, ["address"]],
  [hash.slice(2), ["transaction"]],
  [hash.toUpperCase(), ["transaction"]],
  [address.toUpperCase(), ["address"]],
  [address.slice(2), ["address"]],
  [`0x${"0".repeat(24)}${address.slice(2)}`, ["address"]],
  [`\`${hash}\``, ["transaction"]],
  [sender.slice(2), ["sender"]],
  [`ethereum:${address}@8453`, ["address"]],
  [`eip155:8453:${address}`, ["address"]],
  [tronHash, ["transaction"], other.id],
  [`https://tronscan.org/#/transaction/${tronHash.toUpperCase()}`, ["transaction"], other.id],
  [tronSender, ["sender"], other.id],
  [tronHex(tronSender), ["sender"], other.id],
  [solanaHash, ["transaction"], other.id],
  [`${solanaHash.slice(0, 4)}…${solanaHash.slice(-4)}`, ["transaction"], other.id],
  [`${solanaSender.slice(0, 4)}...${solanaSender.slice(-4)}`, ["sender"], other.id],
  [`…${solanaSender.slice(-6)}`, ["sender"], other.id],
  [hash.slice(-8), ["transaction"]],
  [`…${sender.slice(-6)}`, ["sender"]],
  [other.address, ["address"], other.id],
  [tronHex(other.address), ["address"], other.id],
  ["d9c09aeb…89ab", ["ID"]],
  ["Seyitna", ["similar name"]],
  ["Olorumtobi", ["similar name"]],
  ["quaey", ["similar name"]],
  ["Lekky landlord", ["payee"]],
  ["zubairu yesterday", ["name"], other.id],
  ["yesterday", ["day"], other.id],
  ["zubairu paid", ["state", "name"], other.id],
  ["paid yesterday", ["state"], other.id],
  ["Quaye deposit short", ["state", "name"]],
  ["short", ["state"]],
  [named, ["day"]],
  [`${named} 14:32`, ["day"]],
  [`${date}/${month}/${year}`, ["day"]],
  [`${date}.${month}.${year}`, ["day"]],
  [day, ["day"]],
  [`${day}T09:30:00+01:00`, ["day"]],
  [`quaye ${named.replace(` ${year}`, "")}`, ["name"]],
  [`Lekki landlord ${year}-${month}`, ["payee"]],
];

it.each(sixty)("finds %j by %j", async (q, kinds, found = id) => {
  const { items, matched } = await findTransfers({ q, limit: 100 });
  expect(items.map((item) => item.id)).toContain(found);
  expect([...(matched.get(found) ?? [])]).toEqual(expect.arrayContaining(kinds));
});

it.each([
  "Kuda 7821",
  "GTBank 7821", // Another bank's: nothing.
  "quaye 71234.50",
  "Lekki landlord last month",
  "Bisi short",
  "inv 2041 quaye",
  "zubairu yesterday",
])("finds by %j nothing that fits a part of it alone", async (q) => {
  const { items } = await findTransfers({ q, limit: 100 });
  const wantedId = q.startsWith("zubairu") ? [other.id] : q.startsWith("GTBank") ? [] : [id];
  expect(items.map((item) => item.id)).toEqual(wantedId);
});

it.each([
  "d9c09", // Too short for the start of an ID.
  "txn_q7x43",
  "INV 2041 78.21", // Its account ends so, and its amount is another.
  "109345678.88", // Not what is shown.
  "yitan", // The middle of a word.
  "90267", // Not a whole code.
  "lekki landlord yesterday", // Another day.
  "quaye paid", // Another state.
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
