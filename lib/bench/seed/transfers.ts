import { sandboxAssets } from "#lib/asset/asset-tables";
import { wordRows } from "#lib/server/ledger/name-terms";
import { cachedColumns } from "#lib/server/standing/fold-rows";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import type { Schema, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { foldMovements } from "#lib/testing/standing/fold-movements";
import { canonicalOrNull } from "#lib/text/canonical-text";
import { toOwnColumns } from "#lib/transfer/own-texts";
import { eventsOf, lifeOf } from "./lives";
import { randomName } from "./names";
import { randomFrom, randomHex } from "./random";

/** The rows of some made-up transfers, ready to be written. */
export type Batch = {
  transfers: TransferRow[];
  transfer_events: TransferEventRow[];
  transfer_names: Schema["transfer_names"][];
  movements: MovementRow[];
};

const spanMs = 730 * 24 * 3_600_000;
const mostUnderWay = 300;
const banks = [
  ["000013", "GTBank Plc"],
  ["044", "Access Bank"],
  ["100004", "OPAY"],
  ["057", "Zenith Bank"],
  ["033", "United Bank for Africa"],
] as const;
/** Those who are paid again and again, the same ones however large the ledger is, and their share of all transfers. */
const randomOfRegulars = randomFrom(40);
const regulars = Array.from({ length: 40 }, () => payeeOf(randomOfRegulars));
const shareOfRegulars = 0.25;

/**
 * Makes transfers of the last two years, the newest ones under way, in batches and in the order of their creation, so
 * that what was written together lies together, as in life.
 */
export function* makeTransfers(count: number, endMs: number, batchSize: number): Generator<Batch> {
  const random = randomFrom(count);
  for (let start = 0; start < count; start += batchSize) {
    const batch: Batch = { transfers: [], transfer_events: [], transfer_names: [], movements: [] };
    for (let at = start; at < Math.min(start + batchSize, count); at++) {
      const left = count - at;
      const isUnderWay = left <= Math.min(mostUnderWay, count / 20);
      const createdMs = endMs - (left / count) * spanMs;
      const { row, events } = makeTransfer(randomId(), createdMs, isUnderWay, random);
      batch.transfers.push(row);
      batch.transfer_events.push(...events);
      // Counted, as a sweep leaves them.
      batch.movements.push(...foldMovements(row, events).map((each) => ({ ...each, is_counted: 1 })));
      batch.transfer_names.push(...wordRows(row, events[0]?.person_name ?? null));
    }
    yield batch;
  }
}

function randomId(): string {
  return `${randomHex(8)}-${randomHex(4)}-4${randomHex(3)}-a${randomHex(3)}-${randomHex(12)}`;
}

function makeTransfer(id: string, createdMs: number, isUnderWay: boolean, random: () => number) {
  const transactionId = `txn_${randomHex(20)}`;
  const life = lifeOf(isUnderWay, random());
  const payout = payoutOf(random, createdMs);
  const events = eventsOf(life, id, transactionId, {
    startMs: createdMs,
    stepMs: stepMsOf(payout, createdMs),
  });
  // None is a number: a test that searches for one would find it now and then.
  const reference = randomHex(1) < "5" ? `INV-${randomHex(3)}f` : null;
  const accepted = events.find(({ kind }) => kind === "accepted");
  const isAccepted = accepted !== undefined;
  const address = isAccepted ? `0x${randomHex(40)}` : null;
  if (isAccepted) Object.assign(accepted, { address, transaction_id: transactionId });
  const row: TransferRow = {
    ...payout,
    id,
    idempotency_key: randomId(),
    content_hash: randomHex(64),
    created_at: new Date(createdMs).toISOString(),
    updated_at: events.at(-1)?.at ?? "",
    replaces: null,
    currency: "NGN",
    country: "NG",
    callback_url: null,
    ...toOwnColumns({ reference }),
    reference_key: canonicalOrNull(reference),
    payee_id: null,
    payee_version: null,
    asked_output: null,
    created_by: null,
    asked_day: new Date(createdMs).toISOString().slice(0, 10),
    sent_at: null,
    sent_day: null,
    accepted_output: null,
    accepted_quoted_at: null,
    transaction_id: isAccepted ? transactionId : null,
    address,
    memo: null,
    address_check: isAccepted ? "valid" : null,
    callback_token_hash: randomHex(64),
    callback_count: events.filter(({ kind }) => kind === "callback").length,
    claim_mark: null,
    dispatch_deadline: new Date(createdMs + 25_000).toISOString(),
    dispatched_by: null,
    is_repeated: 0,
    has_dropped_callbacks: 0,
    is_payment_withdrawn: 0,
    has_live_funding: 0,
    owner_id: null,
    due_at: null,
    ...({ is_handled: 0, chip: "status", is_closed: 0, received: "none", blind_since: null } as const),
    deposit_label: null,
    blind_since: null,
    unapprovable_since: null,
    paid_at: events.find(({ word }) => word === "completed")?.at ?? null,
    ...cachedColumns(events),
  };
  return { row, events };
}

/** Who gets how much of what. Round amounts are common. */
function payoutOf(random: () => number, createdMs: number) {
  const asset = sandboxAssets[Math.floor(random() ** 4 * sandboxAssets.length)] ?? sandboxAssets[0];
  if (asset === undefined) throw new Error("The sandbox has no assets.");
  const cents = Math.floor(random() ** 2 * 1_000_000) + 100;
  const amount = random() < 0.4 ? `${Math.ceil(cents / 5_000) * 50}` : (cents / 100).toFixed(2);
  const rate = rateAt(createdMs);
  const regular = regulars[Math.floor((random() / shareOfRegulars) * regulars.length)];
  return {
    asset: asset.asset,
    from_currency: asset.fromCurrency,
    network: asset.network,
    amount,
    ...(regular ?? payeeOf(random)),
    quote_rate: rate,
    quote_output: ((cents * Number(rate)) / 100).toFixed(2),
    quote_fee: "6.25",
    quoted_at: new Date(createdMs).toISOString(),
  };
}

const dayMs = 24 * 3_600_000;

/** It goes up and down over weeks, and a little within a day. */
function rateAt(ms: number): string {
  const days = ms / dayMs;
  return (1_538.42 + 12 * Math.sin(days / 9) + 3 * Math.sin(days * 5)).toFixed(2);
}

/** Most are quick, some take hours, and each bank has its own pace. */
function stepMsOf({ bank_code }: { bank_code: string }, createdMs: number): number {
  const chance = ((createdMs / 1_000) % 97) / 97;
  const place = banks.findIndex(([code]) => code === bank_code);
  return Math.round((20_000 + 30_000 * place) * (1 + 20 * chance ** 6));
}

function payeeOf(random: () => number) {
  const [bank_code, bank_name] = banks[Math.floor(random() ** 2 * banks.length)] ?? banks[0];
  return {
    bank_code,
    bank_name,
    account_number: Math.floor(random() * 1e10)
      .toString()
      .padStart(10, "0"),
    account_name: randomName(random),
  };
}
