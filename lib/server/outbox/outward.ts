import type { Letter } from "#lib/server/outbox/letter";
import type { DeliveryRow } from "#lib/server/tables/delivery-rows";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: mail to somebody who is no person of this dashboard is claimed, tried and given up as every other. */

type Mail = Pick<DeliveryRow, "id" | "subject" | "body">;

/** How a mail ended. `withdrawn`: nobody is to get it any more. */
export type MailEnd = { state: "delivered" | "withdrawn" | "given_up"; code: string | null };

/** Mail of one kind to others: whose it is, what it says when it is sent, and who hears of its end. */
export type OutwardMail = {
  kind: string;
  /** `undefined` where it is not to be sent any more. Throws `ZodError` or `SyntaxError` for a body that can't be read. */
  post(ledger: Db, mail: Mail): Promise<{ to: string; letter: Letter } | undefined>;
  /** In the transaction that records the end. */
  onEnd(trx: Trx, mail: Mail, end: MailEnd): Promise<void>;
};
