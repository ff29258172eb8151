import "server-only";
import type { Transfer, TransferEvent } from "#lib/contract/api";
import type { Amount } from "#lib/money";
import type { TransferFlag } from "#lib/transfer-status";
import type { TransferEventRow, TransferRow } from "./schema";
import { type DatedRow, foldRows } from "./transfer-ledger";

/** Invariant: what leaves the ledger is computed from the events, never from a cached column. */

/** A stored transfer and its events as our API shows them. */
export function toTransfer(row: TransferRow, events: readonly DatedRow[]): Transfer {
  const { status, statusSource, unknownWords, flags, isFinal, isHandled } = foldRows(events);
  const isChanged = isAddressChanged(row, events);
  const all: TransferFlag[] = [
    ...flags,
    // What is not kept is in no event.
    ...(row.has_dropped_callbacks === 1 ? (["callbacks_dropped"] as const) : []),
    ...(isChanged ? (["address_changed"] as const) : []),
  ];
  return {
    id: row.id,
    transactionId: row.transaction_id,
    address: isChanged ? null : row.address,
    addressCheck: isChanged ? null : row.address_check,
    status,
    statusSource,
    unknownWords,
    flags: all,
    isFinal,
    amount: row.amount as Amount,
    asset: row.asset,
    fromCurrency: row.from_currency,
    network: row.network,
    currency: row.currency,
    country: row.country,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountName: row.account_name,
    callbackUrl: row.callback_url,
    isHandled,
    updatesGoTo: updatesGoTo(row),
    matchedAt: matchedAt(events),
    quote: toQuote(row),
    replaces: row.replaces,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Whether the stored address is not the one that the last event with an address has brought: it must not be sent to. */
function isAddressChanged({ address }: TransferRow, events: readonly DatedRow[]): boolean {
  const brought = events.findLast((event) => event.address !== null)?.address ?? null;
  return address !== null && brought !== null && brought !== address;
}

function toQuote({ quote_rate, quote_output, quote_fee, quoted_at }: TransferRow): Transfer["quote"] {
  if (quote_rate === null || quote_output === null || quote_fee === null || quoted_at === null) return null;
  return {
    rate: quote_rate as Amount,
    outputAmount: quote_output as Amount,
    fee: quote_fee as Amount,
    quotedAt: quoted_at,
  };
}

function updatesGoTo(row: TransferRow): Transfer["updatesGoTo"] {
  if (row.callback_url !== null) return "callback_url";
  return row.callback_token_hash === null ? "nobody" : "dashboard";
}

function matchedAt(events: readonly DatedRow[]): string | null {
  const last = events.findLast(({ kind }) => kind === "matched" || kind === "unmatched");
  return last?.kind === "matched" ? last.at : null;
}

/** A stored event as our API shows it. */
export function toEvent(row: TransferEventRow): TransferEvent {
  return {
    seq: row.seq,
    at: row.at,
    source: row.source,
    person: row.person_name,
    kind: row.kind,
    text: row.text ?? row.word,
    raw: row.raw,
    rawEncoding: row.raw_encoding,
    isTruncated: row.is_truncated === 1,
    deliveries: row.deliveries,
    isQuarantined: row.is_quarantined === 1,
  };
}
