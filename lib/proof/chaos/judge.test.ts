import { expect, it } from "vitest";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { openTestLedger } from "#lib/testing/database/database";
import { toOwnColumns } from "#lib/transfer/own-texts";
import { judgeLedger } from "./judge";
import type { Order } from "./load";
import type { Created } from "./service";

/** Two transfers: the service has created the first one, and answered the second one with a no. */
async function agreeingLedgers() {
  const ledger = await openTestLedger();
  await keep(ledger, { id: "id-1", account_number: "1", submission: "accepted", transaction_id: "txn_1" });
  await keep(ledger, { id: "id-2", account_number: "2", submission: "rejected", transaction_id: null });
  await ledger
    .insertInto("transfer_events")
    .values({
      transfer_id: "id-1",
      seq: 1,
      at: "2026-01-01T00:00:00.000Z",
      source: "service_callback",
      person_name: null,
      kind: "callback",
      text: null,
      raw: "{}",
      raw_encoding: "utf8",
      is_truncated: 0,
      body_hash: "hash",
      deliveries: 2,
      claimed_id: null,
      word: null,
      is_quarantined: 0,
    })
    .execute();
  const created: Created[] = [
    { accountNumber: "1", transactionId: "txn_1", address: "0x1", callbackUrl: "" },
  ];
  const orders: Order[] = ["1", "2"].map((name) => ({
    key: `key-${name}`,
    accountNumber: name,
    id: `id-${name}`,
    isSettled: true,
  }));
  return {
    ledger,
    service: {
      created,
      arrived: new Map([
        ["1", 1],
        ["2", 1],
      ]),
    },
    load: { orders, faults: [] as string[] },
    callbacks: { taken: new Map([["1", new Map([["{}", 2]])]]), refusals: [] as string[] },
  };
}

type Ledgers = Awaited<ReturnType<typeof agreeingLedgers>>;
type Known = Pick<TransferRow, "id" | "account_number" | "submission" | "transaction_id">;

async function keep(ledger: Db, known: Known): Promise<void> {
  const row: TransferRow = {
    ...known,
    idempotency_key: `key-${known.account_number}`,
    content_hash: "",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    replaces: null,
    asset: "base:usdc",
    from_currency: "USDC",
    network: "base",
    amount: "1",
    currency: "NGN",
    country: "NG",
    bank_code: "044",
    bank_name: "Access Bank",
    account_name: "A",
    callback_url: null,
    ...toOwnColumns({}),
    reference_key: null,
    payee_id: null,
    payee_version: null,
    asked_output: null,
    created_by: null,
    asked_day: "2026-01-01",
    sent_at: null,
    sent_day: null,
    accepted_output: null,
    accepted_quoted_at: null,
    quote_rate: null,
    quote_output: null,
    quote_fee: null,
    quoted_at: null,
    address: known.submission === "accepted" ? "0x1" : null,
    address_check: null,
    memo: null,
    callback_token_hash: null,
    callback_count: 0,
    claim_mark: null,
    dispatch_deadline: null,
    dispatched_by: null,
    ...({ is_handled: 0, chip: "status", is_closed: 0, received: "none", blind_since: null } as const),
    has_late_deposit: 0,
    is_contradicted: 0,
    is_repeated: 0,
    has_dropped_callbacks: 0,
    is_payment_withdrawn: 0,
    has_live_funding: 0,
    owner_id: null,
    due_at: null,
    deposit_label: null,
    blind_since: null,
    unapprovable_since: null,
    has_node_dispute: 0,
    paid_at: null,
    status: "accepted",
  };
  await ledger.insertInto("transfers").values(row).execute();
}

const judge = ({ ledger, service, load, callbacks }: Ledgers) =>
  judgeLedger(ledger, service, load, callbacks);
const change = (values: Partial<TransferRow>) => (ledgers: Ledgers) =>
  ledgers.ledger.updateTable("transfers").set(values).where("id", "=", "id-1").execute();

it("finds nothing where both ledgers say the same", async () => {
  expect(await judge(await agreeingLedgers())).toEqual([]);
});

it.each<[string, (ledgers: Ledgers) => unknown, string]>([
  ["sent twice", ({ service }) => service.arrived.set("1", 2), "1 was initiated 2 times"],
  [
    "created twice",
    ({ service }) => service.created.push(...service.created),
    "1 transfers were created twice",
  ],
  ["unknown here", change({ submission: "unknown" }), "id-1 is unknown and exists at the service"],
  ["refused here", change({ submission: "rejected" }), "id-1 is rejected and exists at the service"],
  ["stuck", change({ submission: "dispatching" }), "id-1 is still dispatching"],
  ["another address", change({ address: "0x2" }), "id-1 has the address 0x2, the service gave 0x1"],
  ["another ID", change({ transaction_id: "txn_2" }), "id-1 is txn_2 here and txn_1 at the service"],
  [
    "accepted here alone",
    ({ service }) => service.created.pop(),
    "id-1 is accepted here and not at the service",
  ],
  ["lost", ({ load }) => load.orders.push({ ...newOrder }), "key-3 is not in the ledger"],
  [
    "another ID than was answered",
    ({ load }) => Object.assign(load.orders[0] ?? {}, { id: "id-9" }),
    "key-1 is id-1 in the ledger and id-9 in the answer",
  ],
  [
    "a callback lost",
    ({ ledger }) => ledger.deleteFrom("transfer_events").execute(),
    "{} was taken 2 times and counted 0 times",
  ],
  [
    "a callback counted too little",
    ({ callbacks }) => callbacks.taken.get("1")?.set("{}", 3),
    "{} was taken 3 times and counted 2 times",
  ],
])("finds a transfer that is %s", async (_name, spoil, sentence) => {
  const ledgers = await agreeingLedgers();
  await spoil(ledgers);
  expect(await judge(ledgers)).toContain(sentence);
});

const newOrder: Order = { key: "key-3", accountNumber: "3", id: "id-3", isSettled: true };
