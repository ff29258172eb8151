import { randomUUID } from "node:crypto";
import { inTransaction } from "#lib/server/audit/transaction";
import { nameRows } from "#lib/server/ledger/name-terms";
import {
  holdTransfers,
  type NewEvent,
  readStandings,
  withEvent,
  writeDrafts,
} from "#lib/server/ledger/transfer-ledger";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { toOwnColumns } from "#lib/transfer/own-texts";

/** Transfers that go through random lives, several steps of many in a transaction. */

const assets = [
  ["base:usdc", "USDC", "base"],
  ["solana:usdc", "USDC", "solana"],
  ["tron:usdt", "USDT", "tron"],
] as const;
const words = [
  ...["awaiting_deposit", "deposit_received", "processing", "completed", "failed", "refunded", "expired"],
  ...["on_hold", "queued for review", "completed"],
];

type Random = () => number;
const pick = <Value>(random: Random, values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;

/** A new transfer, created at that moment. */
export function randomTransfer(random: Random, createdAt: string): TransferRow {
  const [asset, from_currency, network] = pick(random, assets);
  const fraction = `${Math.floor(random() * 1e9)}`.padStart(9, "0").repeat(2);
  const [bank_code, bank_name] = pick(random, [
    ["044", "Access Bank"],
    ["057", "Zenith Bank"],
  ] as const);
  const id = randomUUID();
  return {
    ...{ id, idempotency_key: randomUUID(), content_hash: "0".repeat(64) },
    ...{ created_at: createdAt, updated_at: createdAt, replaces: null, asset, from_currency, network },
    amount: `${Math.floor(random() * 1e6)}.${fraction.slice(0, 1 + Math.floor(random() * 18))}`,
    ...{ currency: "NGN", country: "NG", bank_code, bank_name, account_name: "Ada Obi" },
    account_number: `${Math.floor(random() * 30)}`.padStart(10, "0"),
    ...{ callback_url: null, ...toOwnColumns({}), reference_key: null, payee_id: null, payee_version: null },
    ...{
      asked_output: null,
      created_by: null,
      asked_day: createdAt.slice(0, 10),
      sent_at: null,
      sent_day: null,
      accepted_output: null,
      accepted_quoted_at: null,
      quote_fee: "0",
    },
    quote_rate: `15${Math.floor(random() * 90) + 10}.5`,
    quote_output: random() < 0.1 ? null : `${Math.floor(random() * 1e8)}.${Math.floor(random() * 1e4)}`,
    quoted_at: createdAt,
    ...{ transaction_id: null, address: null, address_check: null, memo: null, callback_token_hash: null },
    ...{ callback_count: 0, claim_mark: null, dispatch_deadline: null, dispatched_by: null },
    ...({ chip: "status", is_closed: 0, received: "none", blind_since: null } as const),
    ...{ is_handled: 0, has_late_deposit: 0, is_contradicted: 0, is_repeated: 0 },
    has_node_dispute: 0,
    ...{
      has_dropped_callbacks: 0,
      is_payment_withdrawn: 0,
      owner_id: null,
      due_at: null,
      deposit_label: null,
      blind_since: null,
      unapprovable_since: null,
      has_live_funding: 0,
    },
    ...{ paid_at: null, submission: "recorded", status: "recorded" },
  };
}

export async function insertTransfers(ledger: Db, rows: readonly TransferRow[]): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    for (let at = 0; at < rows.length; at += 200)
      await trx
        .insertInto("transfers")
        .values(rows.slice(at, at + 200))
        .execute();
    const names = rows.flatMap(nameRows);
    for (let at = 0; at < names.length; at += 400)
      await trx
        .insertInto("transfer_names")
        .values(names.slice(at, at + 400))
        .execute();
    await live(
      ledger,
      rows.map(({ id }) => id),
      ({ created_at: at }) => ({ source: "dashboard", kind: "requested", at }),
      trx,
    );
  });
}

/** One random step of each. */
export async function liveOn(ledger: Db, ids: readonly string[], random: Random): Promise<void> {
  await live(ledger, ids, ({ submission, transaction_id }) => {
    if (submission === "recorded")
      return random() < 0.1
        ? { source: "dashboard", kind: "cancelled" }
        : { source: "dashboard", kind: "dispatched" };
    if (submission === "dispatching" && random() < 0.8) {
      const kind = pick(random, ["accepted", "accepted", "rejected", "outcome_unknown"] as const);
      return { source: "service_answer", kind, ...(kind === "accepted" && { transaction_id: randomUUID() }) };
    }
    const word = pick(random, words);
    const isForeign = random() < 0.1 && transaction_id !== null;
    const claimed_id = isForeign ? "txn_of_another" : null;
    const raw = JSON.stringify({ status: word, ...(isForeign && { transactionId: claimed_id }) });
    return {
      ...{ source: "service_callback", kind: "callback", word, raw, raw_encoding: "utf8" },
      ...{ body_hash: randomUUID(), claimed_id },
      ...(isForeign && { is_quarantined: 1, unread: "foreign" }),
    };
  });
}

async function live(
  ledger: Db,
  ids: readonly string[],
  stepOf: (
    standing: Pick<TransferRow, "submission" | "transaction_id" | "created_at">,
  ) => NewEvent & { at?: string },
  within?: Parameters<Parameters<typeof inTransaction>[1]>[0],
): Promise<void> {
  const write = async (trx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => {
    // A server on the same database gives up what nobody seems to send.
    await holdTransfers(trx, [...ids].sort());
    const standings = [...(await readStandings(trx, ids)).values()];
    const drafts = standings.map((standing) => withEvent({ standing, events: [] }, stepOf(standing)));
    for (const { transfer_id, transaction_id } of drafts.flatMap(({ events }) => events))
      if (transaction_id !== null)
        await trx.updateTable("transfers").set({ transaction_id }).where("id", "=", transfer_id).execute();
    await writeDrafts(trx, drafts);
  };
  await (within === undefined ? inTransaction(ledger, write) : write(within));
}
