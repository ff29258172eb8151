import type { TransferChanges, TransferChangesInput, TransferFilters } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { readTransfers } from "#lib/server/ledger/transfers";
import type { Db } from "#lib/server/tables/schema";
import { planPages } from "./page-plan";
import type { Place } from "./transfer-lists";
import { findPage } from "./transfer-pages";

/** Invariant: it costs a page, and where nothing changed only the keys of one. */

const mostNewer = 25;

/** Of the transfers of a page: those that changed since, and how many newer ones the filters give. */
export async function findChanges({
  ids,
  since,
  newer,
  ...filters
}: TransferChangesInput): Promise<TransferChanges> {
  const ledger = await db();
  const shown = await ledger
    .selectFrom("transfers")
    .select(["id", "created_at", "updated_at"])
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const changed = shown.filter(({ updated_at }) => updated_at > since).map(({ id }) => id);
  const items = await readTransfers(ledger, changed);
  const [newest] = shown;
  if (newer === undefined || newest === undefined) return { items, newer: 0, isMore: false };
  return { items, ...(await countNewer(ledger, filters, newest)) };
}

/** How many transfers of a list come before a place. */
export async function countNewer(ledger: Db, filters: TransferFilters, newerThan: Place) {
  const plan = await planPages(ledger, filters);
  const range = { ...plan.range, newerThan };
  const { ids, next } = await findPage(ledger, { ...plan, range }, mostNewer, undefined);
  return { newer: ids.length, isMore: next !== null };
}
