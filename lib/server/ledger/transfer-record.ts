import type { Transfer, TransferEvent } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { isLessFee } from "#lib/money/less-fee";
import { type Amount, readDecimal } from "#lib/money/money";
import { fromUnits } from "#lib/money/units";
import { askedOf } from "#lib/server/reading/asked";
import { toDeposit } from "#lib/server/standing/deposit-facts";
import { isOfReceived, toEvent as toRecord } from "#lib/server/standing/received-facts";
import { scale, toStandingFacts } from "#lib/server/standing/standing-facts";
import { invitationWord } from "#lib/server/standing/told-standing";
import type { TransferFacts } from "#lib/server/standing/transfer-facts";
import type { TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { readOwnColumns } from "#lib/transfer/own-texts";
import { differenceOf, expectedOf, type Received } from "#lib/transfer/received";
import { readRefusal } from "#lib/transfer/refusal";
import type { House } from "#lib/transfer/standing/facts";
import { type Standing, standingOf } from "#lib/transfer/standing/standing";
import type { TransferFlag, TransferStatus } from "#lib/transfer/transfer-status";

/** Invariant: what leaves the ledger is computed from the events, never from a cached column. */

/** The timeline has them all. */
const mostWords = 5;
const mostRecords = 20;

/** As our API shows them. */
export function toTransfer(row: TransferRow, facts: TransferFacts, house: House): Transfer {
  const { state, received, address, deposit, funding } = facts;
  const standing = standingOf(toStandingFacts(row, facts), house);
  const { status, statusSource, unknownWords, flags, isFinal } = state;
  const isContradicted = flags.includes("contradicting_address");
  const isChanged = row.address !== null && address !== null && row.address !== address;
  const all: TransferFlag[] = [
    ...flags,
    // No event tells of what was not kept.
    ...(row.has_dropped_callbacks === 1 ? (["callbacks_dropped"] as const) : []),
    ...(isChanged ? (["address_changed"] as const) : []),
  ];
  // No address is shown while two sources differ, or where the stored one is not the events'.
  const isClosed = isContradicted || isChanged;
  return {
    id: row.id,
    transactionId: row.transaction_id,
    address: isClosed ? null : row.address,
    memo: isClosed ? null : row.memo,
    addressCheck: isClosed ? null : row.address_check,
    status,
    statusSource,
    unknownWords: unknownWords.slice(0, mostWords),
    taughtWords: facts.taughtWords.slice(0, mostWords),
    flags: all,
    standing: toStanding(standing, facts),
    isFinal,
    amount: row.amount as Amount,
    arrivedAmount: arrivedOf(row, status, facts),
    deposit: toDeposit(row, deposit, row.is_repeated === 1),
    funding: funding?.shown ?? null,
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
    isHandled: standing.isSettled,
    updatesGoTo: updatesGoTo(row),
    received: received.map((each) => toReceived(each, row)),
    paidOut: toPaidOut(facts, row),
    quote: toQuote(row),
    askedOutput: row.asked_output as Amount | null,
    acceptedOutput: row.accepted_output as Amount | null,
    ...readOwnColumns(row),
    payeeId: row.payee_id,
    payeeVersion: row.payee_version,
    replaces: row.replaces,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toStanding(
  { invitation, due, chip, sources }: Standing,
  { lastSeq }: TransferFacts,
): Transfer["standing"] {
  const { bar, canOpen, until, openedBy, units } = invitation;
  return {
    ...{ canOpen, until, openedBy, chip, seen: lastSeq },
    closedBy: bar,
    invitation: invitationWord(invitation),
    ask: fromUnits(units, scale),
    reason: due[0] ?? null,
    sources: sources && {
      service: fromUnits(sources.service, scale),
      network: fromUnits(sources.network, scale),
    },
  };
}

/** The newest report of a short or over deposit counts, and only where its amount is short or over indeed. */
function arrivedOf(
  row: TransferRow,
  status: TransferStatus,
  { arrivals, meaningOf }: Pick<TransferFacts, "arrivals" | "meaningOf">,
): Amount | null {
  const { amount, rate, fee } = askedOf(row);
  const sign = status === "deposit_short" ? -1 : status === "deposit_over" ? 1 : 0;
  const said = arrivals.findLast(({ word }) => meaningOf(word) === status);
  const arrived = said === undefined ? undefined : readDecimal(said.arrived);
  if (arrived === undefined || isLessFee(arrived, { amount, rate, fee })) return null;
  return compareAmounts(arrived, amount) * sign > 0 ? arrived : null;
}

function toReceived(said: Received, row: TransferRow): Transfer["received"][number] {
  const { source, amount, day, reason, recordedAt, events } = said;
  const difference = differenceOf(said, expectedOf(row.accepted_output, row.quote_output));
  return { source, amount, day, difference, reason, recordedAt, events: events.slice(-mostRecords) };
}

function toPaidOut({ paidOut }: TransferFacts, row: TransferRow): Transfer["paidOut"] {
  if (paidOut === null) return null;
  const { amount, at, event } = paidOut;
  const difference = differenceOf(paidOut, expectedOf(row.accepted_output, row.quote_output));
  return { amount, difference, at, event };
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

/** `raw` is the body or its start; its full size is beside it. */
export type EventRow = Omit<
  TransferEventRow,
  "transfer_id" | "body_hash" | "claimed_id" | "address" | "transaction_id" | "memo"
> & {
  raw_bytes: number | null;
  /** How the person is called now. */
  called: string | null;
};

/** What a person recorded is no body that anybody sent. */
const noBody = { raw: null, rawEncoding: null, rawBytes: 0, isRawCut: false };

function bodyOf({ raw, raw_encoding, raw_bytes }: EventRow) {
  const rawBytes = raw_bytes ?? 0;
  return { raw, rawEncoding: raw_encoding, rawBytes, isRawCut: Buffer.byteLength(raw ?? "") < rawBytes };
}

function receivedIn(row: EventRow): TransferEvent["received"] {
  const event = toRecord(row);
  if (event?.kind !== "received") return null;
  const { source, amount, day } = event.record;
  return { source, amount, day };
}

/** As our API shows it. */
export function toEvent(row: EventRow): TransferEvent {
  return {
    seq: row.seq,
    at: row.at,
    source: row.source,
    person: row.called ?? row.person_name,
    personEmail: row.person_name,
    kind: row.kind,
    // The word of a person’s act is what stood then, and nothing that they said.
    text: row.text ?? (row.kind === "callback" ? row.word : null),
    ...(isOfReceived(row.kind) || row.kind.startsWith("advice_") ? noBody : bodyOf(row)),
    received: receivedIn(row),
    isTruncated: row.is_truncated === 1,
    deliveries: row.deliveries,
    isQuarantined: row.is_quarantined === 1,
    unread: row.unread,
    refusal: row.kind === "rejected" ? readRefusal(row.word) : null,
    arrived: sumOf(row.arrived),
    paidOut: sumOf(row.paid_out),
  };
}

function sumOf(said: string | null): Amount | null {
  return said === null ? null : (readDecimal(said) ?? null);
}
