import { env } from "#lib/server/config/env";
import { hook } from "#lib/server/config/hook";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { Letter } from "./letter";

/** `never`: this mail would be refused again. `code`: an SMTP code such as `550`, or a short word of capitals. */
export type SendResult = { state: "sent" } | { state: "later" | "never"; code: string };

/** Who sends what is written here: one feature, or nobody where it was taken out. */
export type Messenger = {
  /** Never throws. `id` makes the same Message-ID at each try, by which a receiver can tell a repeat. */
  sendLetter(to: string, id: string, letter: Letter): Promise<SendResult>;
  /** Writes what others are told of these happenings, in the transaction that takes them. */
  writeNews(trx: Trx, seqs: readonly number[]): Promise<void>;
  /** Whether anybody hears of what needs a person. */
  isAnyoneTold(ledger: Db | Trx): Promise<boolean>;
};

export const messengers = hook<Messenger>("messengers");

/** Whether this server sends mail. */
export function isMailSet(): boolean {
  return env().mail !== undefined && messengers.all().length > 0;
}
