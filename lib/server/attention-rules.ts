import "server-only";
import { sql } from "kysely";
import { type AttentionReason, attentionReasons } from "#lib/contract/attention-reasons";
import type { AttentionCounts } from "#lib/contract/records";
import { submissions } from "#lib/transfer-status";
import type { Db } from "./db";
import { env } from "./env";
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
  const all = ledger.selectFrom("transfers").where("is_handled", "=", 0);
  const open = id === undefined ? all : all.where("transfers.id", "=", id);
  switch (reason) {
    case "unknown_outcome":
      return open.where("submission", "=", "unknown").where("callback_count", "=", 0);
    case "conflicting_reports":
      return open.where("status", "=", "conflicting");
    case "late_callback":
      return open.where("submission", "=", "unknown").where("callback_count", ">", 0);
    case "address_invalid":
      // Only what is accepted has an address; to say so here too would lead the engine past the better index.
      return open.where("address_check", "=", "invalid");
    case "address_missing":
      return open.where("address", "is", null).where("submission", "not in", [...withoutAddress]);
    case "seen_twice":
      return open.where(({ eb, or }) =>
        or([
          eb("address", "in", repeated(ledger, "address", id)),
          eb("transaction_id", "in", repeated(ledger, "transaction_id", id)),
        ]),
      );
    case "refunded":
      return open.where("status", "in", ["refunding", "refunded", "refund_failed"]);
    case "failed":
      return open.where("status", "in", ["failed", "expired", "cancelled_by_service"]);
    case "late_deposit":
      return open.where("has_late_deposit", "=", 1);
    case "on_hold":
      return open.where("status", "=", "on_hold");
    case "deposit_silent":
      return open.where("status", "=", "deposit_received").where("updated_at", "<", ago(depositSilenceMs));
    case "no_deposit":
      return open
        .where("status", "in", ["accepted", "awaiting_deposit"])
        .where("created_at", "<", ago(env().depositWindowMs));
  }
}

/** The values that stand on two transfers or more, read from the index alone; of one transfer, its own value. */
function repeated(ledger: Db | Trx, column: "address" | "transaction_id", id: string | undefined) {
  const all = ledger.selectFrom("transfers as twin").where(`twin.${column}`, "is not", null);
  const own = ledger
    .selectFrom("transfers as one")
    .select(`one.${column}`)
    .where("one.id", "=", id ?? "");
  return (id === undefined ? all : all.where(`twin.${column}`, "=", own))
    .select(`twin.${column}`)
    .groupBy(`twin.${column}`)
    .having(({ fn }) => fn.countAll(), ">", 1);
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
