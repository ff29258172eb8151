import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { type AttentionReason, attentionReasons } from "#lib/contract/attention-reasons";
import type { AttentionCounts } from "#lib/contract/records";
import { submissions } from "#lib/transfer-status";
import type { Db } from "./db";
import { env } from "./env";
import type { Schema } from "./schema";
import type { Trx } from "./transfer-ledger";

/** Invariant: each reason is one condition on stored facts, so that a list, a count and a page never disagree. */

/** How long a seen deposit may go without news. */
const depositSilenceMs = 15 * 60_000;

/** Every state but the accepted one: what is accepted should have an address. */
const withoutAddress = submissions.filter((submission) => submission !== "accepted");

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The transfers that need a person for a reason; of one transfer alone when its ID is given. */
export function openFor(ledger: Db | Trx, reason: AttentionReason, id?: string) {
  // What a person has dealt with is settled until something new is reported.
  const all = ledger.selectFrom("transfers").where("is_handled", "=", 0).where(conditionOf(reason));
  const open = reason === "seen_twice" ? all.where("is_repeated", "=", 1) : all;
  return id === undefined ? open : open.where("transfers.id", "=", id);
}

/** The condition that a transfer needs a person now, for whatever reason. */
export function needsPerson(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  return eb.and([sql<SqlBool>`${sql.raw(mayNeedPerson)}`, eb.or(attentionReasons.map(conditionOf))]);
}

/**
 * What all transfers that need a person have in common, to the letter as the index `transfers_open` says it, which only
 * then is used: nearly all of those that it lets through do.
 */
export const mayNeedPerson = `is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or address_check = 'invalid'
    or (address is null and submission = 'accepted')
    or status in ('conflicting', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold', 'deposit_received', 'accepted', 'awaiting_deposit'))`;

function conditionOf(reason: AttentionReason): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "transfers">();
  switch (reason) {
    case "unknown_outcome":
      return eb.and([eb("submission", "=", "unknown"), eb("callback_count", "=", 0)]);
    case "conflicting_reports":
      return eb("status", "=", "conflicting");
    case "late_callback":
      return eb.and([eb("submission", "=", "unknown"), eb("callback_count", ">", 0)]);
    case "address_invalid":
      // Only what is accepted has an address; to say so here too would lead the engine past the better index.
      return eb("address_check", "=", "invalid");
    case "address_missing":
      return eb.and([eb("address", "is", null), eb("submission", "not in", [...withoutAddress])]);
    case "seen_twice":
      return eb.or([hasTwin("address"), hasTwin("transaction_id")]);
    case "refunded":
      return eb("status", "in", ["refunding", "refunded", "refund_failed"]);
    case "failed":
      return eb("status", "in", ["failed", "expired", "cancelled_by_service"]);
    case "late_deposit":
      return eb("has_late_deposit", "=", 1);
    case "on_hold":
      return eb("status", "=", "on_hold");
    case "deposit_silent":
      return eb.and([eb("status", "=", "deposit_received"), eb("updated_at", "<", ago(depositSilenceMs))]);
    case "no_deposit":
      return eb.and([
        eb("status", "in", ["accepted", "awaiting_deposit"]),
        eb("created_at", "<", ago(env().depositWindowMs)),
      ]);
  }
}

/** Whether another transfer has the same value; read from the index alone. */
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

/** Why one transfer needs a person, most pressing first. */
export async function attentionOf(ledger: Db | Trx, id: string): Promise<AttentionReason[]> {
  const named = attentionReasons.map((reason) =>
    openFor(ledger, reason, id).select(sql<AttentionReason>`${sql.lit(reason)}`.as("reason")),
  );
  const rows = await unite(named).execute();
  const found = new Set(rows.map(({ reason }) => reason));
  return attentionReasons.filter((reason) => found.has(reason));
}

/** How many transfers stand behind each reason that has any, and how many there are; one with two reasons counts once. */
export async function countOpen(ledger: Db): Promise<AttentionCounts> {
  const named = attentionReasons.map((reason) =>
    openFor(ledger, reason).select(["transfers.id", sql<string>`${sql.lit(reason)}`.as("reason")]),
  );
  const rows = await ledger
    // Both sums are taken from what was found once.
    .with(
      (cte) => cte("open").materialized(),
      () => unite(named),
    )
    .selectFrom("open")
    .select(({ fn }) => ["reason", fn.countAll<number | string>().as("count")])
    .groupBy("reason")
    .unionAll((eb) =>
      eb
        .selectFrom("open")
        .select(({ fn }) => [
          sql<string>`'total'`.as("reason"),
          fn.count<number | string>("open.id").distinct().as("count"),
        ]),
    )
    .execute();
  const counts = new Map<string, number>(
    rows.map(({ reason, count }) => [reason, Number.parseInt(String(count), 10)]),
  );
  const reasons = attentionReasons.map((reason) => ({ reason, count: counts.get(reason) ?? 0 }));
  return { total: counts.get("total") ?? 0, reasons: reasons.filter(({ count }) => count > 0) };
}

function unite<Query extends { unionAll: (other: Query) => Query }>(queries: readonly Query[]): Query {
  return queries.reduce((all, query) => all.unionAll(query));
}
