import { setImmediate } from "node:timers/promises";
import type { MatchKind } from "#lib/contract/transfer/match-kinds";
import type { TransferSums, TransferSumsInput } from "#lib/contract/transfer-list";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { isOfPart, isPartOfOpen, stateOf, statusesOf } from "#lib/transfer/transfer-states";
import { planPages } from "./page-plan";
import type { Place } from "./transfer-lists";
import { findPage } from "./transfer-pages";

/** Invariant: what is counted is bounded, so that the sums of a large ledger cost as much as those of a small one. */

const mostCounted = 10_000;
const atOnce = 1_000;

/** Of all transfers that the filters give, whatever their state: how many of each state, and sums by token of those asked for that went ahead. */
export async function sumTransfers({ state, ...filters }: TransferSumsInput): Promise<TransferSums> {
  const ledger = await db();
  const plan = await planPages(ledger, filters);
  const counts = { open: 0, waiting: 0, paid: 0, failed: 0, never: 0 };
  const sums = new Map<string, Amount>();
  const matched = new Map<MatchKind, number>();
  let after: Place | null = null;
  let looked = 0;
  let asked = 0;
  do {
    const page = await findPage(ledger, plan, atOnce, after ?? undefined);
    for (const row of await readRows(ledger, page.ids)) {
      const own = stateOf(row.status);
      counts[own] += 1;
      if (state !== undefined && !statusesOf(state).includes(row.status)) continue;
      if (isPartOfOpen(state) && row.is_handled === 1) continue;
      if (!isOfPart(state, { status: row.status, label: row.deposit_label })) continue;
      asked += 1;
      for (const kind of page.matched.get(row.id) ?? []) matched.set(kind, (matched.get(kind) ?? 0) + 1);
      if (own === "never" || own === "waiting") continue;
      const sum = sums.get(row.from_currency) ?? ("0" as Amount);
      sums.set(row.from_currency, addAmounts(sum, row.amount as Amount));
    }
    looked += atOnce;
    after = page.next;
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
  } while (after !== null && looked < mostCounted);
  const tokens = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    counts,
    asked,
    isMore: after !== null,
    sums: tokens.map(([token, amount]) => ({ token, amount })),
    matched: filters.q === undefined ? [] : [...matched].map(([kind, count]) => ({ kind, count })),
  };
}

async function readRows(ledger: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return ledger
    .selectFrom("transfers")
    .select(["id", "status", "is_handled", "deposit_label", "from_currency", "amount"])
    .where("id", "in", ids)
    .execute();
}
