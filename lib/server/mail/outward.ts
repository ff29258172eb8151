import type { Letter } from "#lib/server/outbox/letter";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { ClaimedMail, End } from "./claims";

/** Invariant: mail to somebody who is no person of this dashboard is claimed, tried and given up as every other. */

/** More than a day has. Where no end can be recorded, a stranger gets no e-mail every minute. */
export const mostTries = 20;

/** Mail of one kind to others: whose it is, what it says when it is sent, and who hears of its end. */
export type OutwardMail = {
  kind: string;
  /** `undefined` where it is not to be sent any more. Throws `ZodError` or `SyntaxError` for a body that can't be read. */
  post(ledger: Db, mail: ClaimedMail): Promise<{ to: string; letter: Letter } | undefined>;
  /** In the transaction that records the end. */
  onEnd(trx: Trx, mail: ClaimedMail, end: End): Promise<void>;
};
