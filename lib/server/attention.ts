import "server-only";
import { type Attention, type AttentionReason, attentionReasons, type Transfer } from "#lib/contract/api";
import { type Db, db } from "./db";
import { env } from "./env";
import { sweepLostDispatches } from "./recovery";
import type { TransferRow } from "./schema";
import { toTransfer } from "./transfer-record";
import { eventsOf } from "./transfers";

/** Invariant: whatever a person has to look at is listed with its reason until it is matched, and nothing is guessed. */

const shown = 50;
/** How long a seen deposit may go without news. */
const depositSilenceMs = 15 * 60_000;

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** What needs a person, by reason, each with its count and its newest transfers. Reasons without any are left out. */
export async function findAttention(): Promise<Attention> {
  const ledger = await db();
  await sweepLostDispatches(ledger);
  const groups = await Promise.all(attentionReasons.map((reason) => findGroup(ledger, reason)));
  return groups.filter(({ count }) => count > 0);
}

async function findGroup(ledger: Db, reason: AttentionReason) {
  const matching = conditionOf(ledger, reason);
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await matching.selectAll("transfers").orderBy("created_at", "desc").limit(shown).execute();
  return { reason, count: Number.parseInt(String(count), 10), transfers: await toTransfers(ledger, rows) };
}

async function toTransfers(ledger: Db, rows: readonly TransferRow[]): Promise<Transfer[]> {
  const events = await eventsOf(ledger, rows);
  return rows.map((row) => toTransfer(row, events.get(row.id) ?? []));
}

function conditionOf(ledger: Db, reason: AttentionReason) {
  // What a person has dealt with is settled until something new is reported.
  const open = ledger.selectFrom("transfers").where("is_handled", "=", 0);
  switch (reason) {
    case "unknown_outcome":
      return open.where("submission", "=", "unknown").where("callback_count", "=", 0);
    case "conflicting_reports":
      return open.where("status", "=", "conflicting");
    case "late_callback":
      return open.where("submission", "=", "unknown").where("callback_count", ">", 0);
    case "address_invalid":
      return open.where("submission", "=", "accepted").where("address_check", "=", "invalid");
    case "address_missing":
      return open.where("submission", "=", "accepted").where("address", "is", null);
    case "seen_twice":
      return open.where("submission", "=", "accepted").where(({ exists, selectFrom }) =>
        exists(
          selectFrom("transfers as twin")
            .select("twin.id")
            .whereRef("twin.id", "<>", "transfers.id")
            .where(({ or, eb }) =>
              or([
                eb("twin.address", "=", eb.ref("transfers.address")),
                eb("twin.transaction_id", "=", eb.ref("transfers.transaction_id")),
              ]),
            ),
        ),
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
