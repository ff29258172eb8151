import { hook } from "#lib/server/config/hook";
import type { Db, Trx } from "#lib/server/tables/schema";

/** How much one transaction takes: of what happened, and of older transfers. */
export type Steps = { happenings: number; transfers: number };

/** What a feature makes of what happened. */
export type Taker = {
  /** Whether it has something to do though nothing happened. */
  isBehind(ledger: Db, timeZone: string): Promise<boolean>;
  /** Called in its turn, with happenings that go in the same transaction, or with none. Returns whether it has more to do. */
  take(trx: Trx, seqs: readonly number[], asked: Steps & { timeZone: string }): Promise<boolean>;
};

/** Who takes what they need of happenings that were told, before these are gone. */
export const takers = hook<Taker>("takers");
