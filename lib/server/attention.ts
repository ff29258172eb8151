import "server-only";
import { type AttentionReason, attentionReasons } from "#lib/contract/attention-reasons";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { withoutAccountNumber } from "./account-views";
import { countOpen, openFor } from "./attention-rules";
import { type Db, db } from "./db";
import { sweepLostDispatches } from "./recovery";
import { toTransfer } from "./transfer-record";
import { eventsOf } from "./transfers";

/** Invariant: whatever a person has to look at is listed with its reason until it is matched, and nothing is guessed. */

const shown = 50;

/** What needs a person, by reason, each with its count and its newest transfers. Reasons without any are left out. */
export async function findAttention(): Promise<Attention> {
  const ledger = await db();
  await sweepLostDispatches(ledger);
  const groups = await Promise.all(attentionReasons.map((reason) => findGroup(ledger, reason)));
  return groups.filter(({ count }) => count > 0);
}

/** How much needs a person, without the transfers. */
export async function countAttention(): Promise<AttentionCounts> {
  const ledger = await db();
  await sweepLostDispatches(ledger);
  return countOpen(ledger);
}

async function findGroup(ledger: Db, reason: AttentionReason) {
  const matching = openFor(ledger, reason);
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await matching.selectAll("transfers").orderBy("created_at", "desc").limit(shown).execute();
  const events = await eventsOf(ledger, rows);
  const transfers = rows.map((row) => withoutAccountNumber(toTransfer(row, events.get(row.id) ?? [])));
  return { reason, count: Number.parseInt(String(count), 10), transfers };
}
