import type { HappeningRow } from "#lib/server/tables/delivery-rows";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: a happening is written in the transaction of its event, so neither is there without the other. */

export type NewHappening = Omit<HappeningRow, "seq" | "is_counted" | "is_told">;

/** For the follow-up worker, which takes them out again. */
export async function appendHappenings(trx: Trx, happenings: readonly NewHappening[]): Promise<void> {
  if (happenings.length === 0) return;
  await trx
    .insertInto("happenings")
    .values(happenings.map((each) => ({ ...each, is_counted: 0 })))
    .execute();
}
