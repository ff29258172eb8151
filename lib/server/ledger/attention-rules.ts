import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { env } from "#lib/server/config/env";
import { prepared } from "#lib/server/tables/prepared";
import type { Db, Schema, Trx } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { type LiveFunding, openStatuses, walletSilenceMs } from "#lib/transfer/funding";
import { needNoAddress, submissions, type TransferStatus } from "#lib/transfer/transfer-status";

/** Invariant: each reason is one condition on stored facts, so that a list, a count and a page never disagree. */

/** How long a seen deposit may go without news. */
const depositSilenceMs = 15 * 60_000;

/** How long what a wallet sent may go unseen. */
const walletUnseenMs = 30 * 60_000;

/** Every state but the accepted one, which should have an address. */
const withoutAddress = submissions.filter((submission) => submission !== "accepted");

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Now, and for any reason. */
export function needsPerson(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  // Resolved until something new is reported.
  return eb.and([eb("is_handled", "=", 0), eb.or(attentionReasons.map(conditionOf))]);
}

/**
 * The lists of transfers that need a person, each in one index. To be used, the conditions must equal those of the indexes
 * `transfers_needing`, `_waiting`, `_dropped_callbacks`, `_withdrawn`, `_deposit_needing`, `_asked` and `_disputed` to the letter. A transfer may be on two lists.
 */
export function openLists(): { condition: RawBuilder<SqlBool> }[] {
  const open = (status: TransferStatus) => sql`${sql.raw(mayWait)} and status = ${status}`;
  const waiting = (status: TransferStatus, until: string) => [
    { condition: sql<SqlBool>`${open(status)} and created_at < ${until}` },
    { condition: sql<SqlBool>`${open(status)} and created_at > ${latestTime()}` },
  ];
  const due = ago(env().depositWindowMs);
  return [
    { condition: sql<SqlBool>`${sql.raw(needs)}` },
    ...waiting("accepted", due),
    ...waiting("awaiting_deposit", due),
    ...waiting("deposit_received", ago(depositSilenceMs)),
    { condition: sql<SqlBool>`${sql.raw(hasDropped)}` },
    { condition: sql<SqlBool>`${sql.raw(withdrawn)}` },
    { condition: sql<SqlBool>`${sql.raw(onChain)}` },
    { condition: sql<SqlBool>`${sql.raw(asked)}` },
    { condition: sql<SqlBool>`${sql.raw(disputed)}` },
  ];
}

const needs = `is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or is_contradicted = 1
    or address_check = 'invalid' or (address is null and submission = 'accepted')
    or status in ('conflicting', 'reversed', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold', 'deposit_short', 'deposit_over', 'deposit_late'))`;
const hasDropped = "is_handled = 0 and has_dropped_callbacks = 1";
const mayWait = "is_handled = 0 and status in ('accepted', 'awaiting_deposit', 'deposit_received')";

const onChain = `is_handled = 0 and (
    deposit_label in ('short', 'over', 'wrong_token', 'gone')
    or (deposit_label = 'exact' and status in ('accepted', 'awaiting_deposit'))
    or (deposit_label = 'none' and status in ('deposit_received', 'processing', 'paid')))`;

const asked = "is_handled = 0 and has_live_funding = 1";
const disputed = "is_handled = 0 and has_node_dispute = 1";

const withdrawn = "is_handled = 0 and is_payment_withdrawn = 1 and status <> 'paid'";

export function conditionOf(reason: AttentionReason): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  switch (reason) {
    case "unknown_outcome":
      return eb.and([eb("submission", "=", "unknown"), eb.not(isReported())]);
    case "late_callback":
      return eb.and([eb("submission", "=", "unknown"), isReported()]);
    case "conflicting_reports":
      return eb("status", "=", "conflicting");
    case "payment_withdrawn":
      return eb.and([eb("is_payment_withdrawn", "=", 1), eb("status", "<>", "paid")]);
    case "contradicting_address":
      return eb("is_contradicted", "=", 1);
    case "address_invalid":
      // To repeat here that it is accepted would keep the engine from the better index.
      return eb.and([eb("address_check", "=", "invalid"), eb("status", "<>", "paid")]);
    case "address_changed":
      return isAddressChanged();
    case "address_missing":
      return eb.and([isAddressMissing(), eb("status", "not in", needNoAddress)]);
    case "paid_without_address":
      return eb.and([
        eb("status", "=", "paid"),
        eb.or([eb("address_check", "=", "invalid"), isAddressMissing()]),
      ]);
    case "seen_twice":
      return eb.and([eb("is_repeated", "=", 1), eb.or([hasTwin("address"), hasTwin("transaction_id")])]);
    case "late_deposit":
      return eb.or([eb("has_late_deposit", "=", 1), eb("status", "=", "deposit_late")]);
    case "callbacks_dropped":
      return eb("has_dropped_callbacks", "=", 1);
    case "deposit_short":
    case "deposit_over":
    case "refund_failed":
    case "reversed":
    case "refunded":
    case "refunding":
    case "failed":
    case "expired":
    case "cancelled_by_service":
    case "on_hold":
      return eb("status", "=", reason);
    case "deposit_silent":
      return eb.and([eb("status", "=", "deposit_received"), isPast("updated_at", depositSilenceMs)]);
    case "chain_short":
    case "chain_over":
    case "chain_wrong_token":
    case "chain_gone":
      return eb.and([eb("deposit_label", "=", onChainAs[reason]), eb("status", "not in", needNoAddress)]);
    case "nodes_disagree":
      return eb("has_node_dispute", "=", 1);
    case "chain_unreported":
      return eb.and([
        eb("deposit_label", "=", "exact"),
        eb("status", "in", ["accepted", "awaiting_deposit"]),
        isPast("updated_at", depositSilenceMs),
      ]);
    case "chain_missing":
      return eb.and([
        eb("deposit_label", "=", "none"),
        eb("status", "in", ["deposit_received", "processing", "paid"]),
        isPast("updated_at", depositSilenceMs),
        isReadSince(),
      ]);
    case "wallet_unsure":
      return eb.and([isOpenForDeposit(), hasFunding("unsure")]);
    case "wallet_unseen":
      return eb.and([isOpenForDeposit(), hasFunding("sent", walletUnseenMs)]);
    case "wallet_silent":
      return eb.and([isOpenForDeposit(), hasFunding("asked", walletSilenceMs)]);
    case "no_deposit":
      return eb.and([
        eb("status", "in", ["accepted", "awaiting_deposit"]),
        // What the network shows is a reason of its own.
        eb.or([eb("deposit_label", "is", null), eb("deposit_label", "=", "none")]),
        isPast("created_at", env().depositWindowMs),
      ]);
  }
}

/** A callback that counts. The counter has those of other transactions too, and spares most transfers the look-up. */
function isReported(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  const report = eb
    .selectFrom("transfer_events")
    .select("transfer_events.seq")
    .whereRef("transfer_events.transfer_id", "=", "transfers.id")
    .where("transfer_events.kind", "=", "callback")
    .where("transfer_events.is_quarantined", "=", 0);
  return eb.and([eb("callback_count", ">", 0), eb.exists(report)]);
}

function isAddressMissing(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.and([eb("address", "is", null), eb("submission", "not in", [...withoutAddress])]);
}

const onChainAs = {
  chain_short: "short",
  chain_over: "over",
  chain_wrong_token: "wrong_token",
  chain_gone: "gone",
} as const;

/** A network that could not be read has no say. */
function isReadSince(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.exists(
    eb
      .selectFrom("chain_cursors")
      .select("chain_cursors.network")
      .whereRef("chain_cursors.network", "=", "transfers.network")
      .whereRef("chain_cursors.read_at", ">", "transfers.updated_at"),
  );
}

/** Once a deposit is reported or seen, what a wallet did is no question any more. */
function isOpenForDeposit(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.and([
    eb("status", "in", [...openStatuses]),
    eb.or([eb("deposit_label", "is", null), eb("deposit_label", "in", ["none", "gone", "wrong_token"])]),
  ]);
}

/** One in this state, for as long as that. */
function hasFunding(state: LiveFunding, ms = 0): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  const funding = eb
    .selectFrom("fundings")
    .select("fundings.id")
    .whereRef("fundings.transfer_id", "=", "transfers.id")
    .where("fundings.state", "=", state);
  if (ms === 0) return eb.exists(funding);
  return eb.exists(
    funding.where(({ eb: of, or }) =>
      or([of("changed_at", "<", ago(ms)), of("changed_at", ">", latestTime())]),
    ),
  );
}

/** Also true where a clock that was ahead wrote the time. */
function isPast(column: "created_at" | "updated_at", ms: number): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.or([eb(column, "<", ago(ms)), eb(column, ">", latestTime())]);
}

/** Whether the last event with an address brought a different one. */
function isAddressChanged(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  const brought = eb
    .selectFrom("transfer_events")
    .select("transfer_events.address")
    .whereRef("transfer_events.transfer_id", "=", "transfers.id")
    .where("transfer_events.address", "is not", null)
    .orderBy("seq", "desc")
    .limit(1);
  return eb(brought, "<>", eb.ref("transfers.address"));
}

/** Read from the index alone. */
function hasTwin(column: "address" | "transaction_id"): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.exists(
    eb
      .selectFrom("transfers as twin")
      .select("twin.id")
      .whereRef(`twin.${column}`, "=", `transfers.${column}`)
      .whereRef("twin.id", "<>", "transfers.id"),
  );
}

/** Most urgent first. */
export async function attentionOf(ledger: Db | Trx, id: string): Promise<AttentionReason[]> {
  const stated = await ledger
    .selectFrom("transfers")
    .modifyFront(prepared)
    .select(attentionReasons.map((reason) => sql<SqlBool | null>`${conditionOf(reason)}`.as(reason)))
    .where("id", "=", id)
    .where("is_handled", "=", 0)
    .executeTakeFirst();
  return stated === undefined ? [] : attentionReasons.filter((reason) => Boolean(stated[reason]));
}
