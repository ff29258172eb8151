import { isSameAddress, toWire } from "#lib/asset/address";
import type { Amount } from "#lib/money/money";
import { explainQuote } from "#lib/money/quote-arithmetic";
import { toUnits } from "#lib/money/units";
import { env } from "#lib/server/config/env";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { expectedOf } from "#lib/transfer/received";
import type { SeenDeposit, StandingFacts } from "#lib/transfer/standing/facts";
import { isMeant } from "./deposit-facts";
import { readFacts, type TransferFacts } from "./transfer-facts";
import { lifeOf, mayBeOurs } from "./twins";

/** Sums of tokens with different decimals are compared at this one. */
export const scale = 18;

/** A transfer that was never sent, and one that is being sent, count as stuck after this. */
const recordedMs = 15 * 60_000;

/** A transfer with what its standing follows from. */
export type Stood = { row: TransferRow; facts: StandingFacts };

/** Of these transfers, as they are in the transaction. */
export async function readStandingFacts(trx: Trx, ids: readonly string[]): Promise<Stood[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("transfers")
    .selectAll()
    .where(isOneOf(trx, "id", ids))
    .execute();
  const factsOf = await readFacts(trx, rows);
  return rows.map((row) => ({ row, facts: toStandingFacts(row, factsOf(row.id)) }));
}

/** What stands of a locked transfer, for a person who acts on it. Throws for one that is gone. */
export async function requireStandingFacts(trx: Trx, id: string): Promise<StandingFacts> {
  const [read] = await readStandingFacts(trx, [id]);
  if (read === undefined) throw new RangeError("A transfer is gone while it is held.");
  return read.facts;
}

/** The facts of one transfer, as the pure function of its standing takes them. */
export function toStandingFacts(row: TransferRow, facts: TransferFacts, isClamped = true): StandingFacts {
  const latest = latestTime();
  const past = (at: string) => (isClamped && at > latest ? longAgo : at);
  const { depositWindowMs, processingSilenceMs } = env();
  const { state, address, funding } = facts;
  const isAhead = isClamped && row.created_at > latest;
  const created = isAhead ? new Date().toISOString() : row.created_at;
  return {
    state,
    createdAt: created,
    addressAt: facts.addressAt === null ? null : past(facts.addressAt),
    deadline: row.dispatch_deadline ?? new Date(Date.parse(created) + recordedMs).toISOString(),
    windowMs: depositWindowMs,
    expiresAt: facts.expiresAt,
    processingMs: processingSilenceMs,
    address:
      row.address === null
        ? null
        : {
            check: row.address_check ?? "unchecked",
            isChanged: address !== null && row.address !== address,
            isShared: facts.twins.some(({ isOpen }) => isOpen),
          },
    isRepeated: row.is_repeated === 1,
    words: facts.words.map((said) => ({ ...said, firstAt: past(said.firstAt) })),
    unread: facts.unread,
    hasDropped: row.has_dropped_callbacks === 1,
    isPaymentWithdrawn: row.is_payment_withdrawn === 1,
    doubts: facts.doubts,
    memo: row.memo,
    asked: toUnits(row.amount, scale),
    // Only beside what the service says arrived.
    fee: facts.reported === null ? null : feeOf(row),
    reported: facts.reported === null ? null : toUnits(facts.reported, scale),
    deposits: depositsFor(row, facts).map((each) => toSeen(each, row.address)),
    confirmedAt: facts.confirmedAt === null ? null : past(facts.confirmedAt),
    network: {
      isWatched: isNetworkWatched(row.network),
      isLookedAt: row.deposit_label !== null,
      blindSince: row.blind_since,
      hasUnreadPayment: facts.hasUnreadPayment,
    },
    unapprovableSince: row.unapprovable_since === null ? null : past(row.unapprovable_since),
    funding: funding === null ? null : { state: funding.shown.state, changedAt: past(funding.changedAt) },
    received: facts.received,
    paidOut: facts.paidOut,
    expected: expectedOf(row.accepted_output, row.quote_output),
    isMissed: facts.isMissed,
    acts: facts.acts,
  };
}

/** Those that count, without those that can only be for another transfer with the same address. */
function depositsFor(row: TransferRow, { deposit, twins, addressAt, words }: TransferFacts): DepositRow[] {
  const own = lifeOf(addressAt, words);
  return deposit.rows.filter((each) => {
    if (!isMeant(each, row.created_at)) return false;
    const sharing = twins.filter(({ account }) => account === toWire(each.to_address));
    return sharing.length === 0 || mayBeOurs(own, sharing, each.block_time);
  });
}

function toSeen(row: DepositRow, address: string | null): SeenDeposit {
  return {
    isOwnToken: row.is_own_token === 1,
    isAtAddress: address !== null && isSameAddress(row.to_address, address),
    units: BigInt(row.units) * 10n ** BigInt(Math.max(0, scale - row.decimals)),
    state: row.state,
    blockTime: row.block_time,
  };
}

/** Where the quote's figures say that the fee is taken from the token. */
function feeOf({ amount, quote_rate, quote_fee, quote_output }: TransferRow): bigint | null {
  if (quote_rate === null || quote_fee === null || quote_output === null) return null;
  const figures = { amount, rate: quote_rate, fee: quote_fee, outputAmount: quote_output };
  const { kind } = explainQuote(figures as Record<keyof typeof figures, Amount>);
  const [, fraction = ""] = quote_fee.split(".");
  return kind === "fee_in_token" && fraction.length <= scale ? toUnits(quote_fee, scale) : null;
}

/** Nobody can say how long ago it was that a fast clock wrote a time: what waits on it has waited long enough. */
const longAgo = new Date(0).toISOString();
