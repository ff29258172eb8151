import { inTransaction } from "#lib/server/audit/transaction";
import type { Taker } from "#lib/server/follow-up/takers";
import { waitForTurn } from "#lib/server/follow-up/turn";
import type { Db } from "#lib/server/tables/schema";
import { countHappenings, countHistory, isOfToday, readCounting, startCounting } from "./counting";

/** Counts what happened, and a page of history while not all of it is counted. The turn of the follow-up is the counting's lock. */
export const takeHappenings: Taker = {
  async isBehind(ledger, timeZone) {
    const counting = await readCounting(ledger);
    return counting === undefined || counting.is_done === 0 || !isOfToday(counting, timeZone);
  },
  async take(trx, seqs, { timeZone, transfers }) {
    const known = await readCounting(trx);
    const now =
      known !== undefined && isOfToday(known, timeZone) ? known : await startCounting(trx, timeZone);
    await countHappenings(trx, now, seqs);
    if (now.is_done === 0) await countHistory(trx, now, transfers);
    return now.is_done === 0;
  },
};

/** Empties the totals. The server counts everything again; without one, the next start does. */
export async function countAgain(ledger: Db, timeZone: string): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    await waitForTurn(trx);
    await startCounting(trx, timeZone);
  });
}
