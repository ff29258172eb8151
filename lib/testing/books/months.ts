import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import { giveLife, sent } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { dayOf } from "#lib/text/zone-day";

/** Months of the business before today's, and transfers whose events are of them. */

/** `monthsAgo(1)` is the last one that is over. */
export function monthsAgo(count: number): string {
  const [year = 0, month = 0] = dayOf(Date.now(), env().timeZone).split("-").map(Number);
  const at = year * 12 + (month - 1) - count;
  return `${Math.floor(at / 12)}-${`${(at % 12) + 1}`.padStart(2, "0")}`;
}

/** Noon of a day of it, in UTC. */
export const onDay = (month: string, day: number) => `${month}-${`${day}`.padStart(2, "0")}T12:00:00.000Z`;

/** The same event, at another moment. */
export const at = (moment: string, event: NewEvent): NewEvent => ({ ...event, at: moment }) as NewEvent;

/** A transfer of 100 USDC for 150,000.00 naira that was asked for and accepted at that moment. */
export async function openTransfer(moment: string, amount = "100"): Promise<string> {
  const row = {
    ...randomTransfer(Math.random, moment),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount },
    ...{ quote_output: "150000", quote_rate: "1500" },
  };
  const ledger = await db();
  await insertTransfers(ledger, [row]);
  await giveLife(
    ledger,
    [row.id],
    sent.map((event) => at(moment, event)),
  );
  return row.id;
}
