import { createHash, randomUUID } from "node:crypto";
import type { MonthDetail } from "#lib/features/books/month-answers";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import { countMovements } from "#lib/server/months/read-sums";
import type { Db } from "#lib/server/tables/schema";
import { giveLife, says, sent } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
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
export async function openTransfer(moment: string, amount = "100", given?: Db): Promise<string> {
  const callback_token_hash = createHash("sha256").update(randomUUID()).digest("hex");
  const row = {
    ...randomTransfer(Math.random, moment),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount },
    ...{ callback_token_hash, quote_output: "150000", quote_rate: "1500" },
  };
  const ledger = given ?? (await db());
  await insertTransfers(ledger, [row]);
  const [dispatched, ...rest] = sent;
  const events = [{ ...dispatched, body_hash: callback_token_hash } as NewEvent, ...rest];
  await giveLife(
    ledger,
    [row.id],
    events.map((event) => at(moment, event)),
  );
  return row.id;
}

/** A month that is closed, with a payout in it and one that was reported later. What is counted, is counted. */
export async function closeOneMonth({ send }: TestDashboard): Promise<void> {
  const ledger = await db();
  const month = monthsAgo(2);
  const [paid, later] = [await openTransfer(onDay(month, 3)), await openTransfer(onDay(month, 3), "41")];
  await giveLife(ledger, [paid], [at(onDay(month, 4), says("completed"))]);
  const { body } = await send<MonthDetail>("GET", `/api/months/${month}`);
  const closed = await send("POST", `/api/months/${month}/close`, {
    body: { seen: body.seen, note: "A note." },
  });
  if (closed.status !== 200) throw new Error(`Not closed: ${JSON.stringify(closed.body)}`);
  await countMovements(ledger);
  await giveLife(ledger, [later], [at(onDay(month, 5), says("completed"))]);
}

/** As a server does each second, until none is left. */
export async function countAllMovements(ledger: Db): Promise<void> {
  const findOne = () =>
    ledger.selectFrom("movements").select("seq").where("is_counted", "=", 0).limit(1).executeTakeFirst();
  while ((await findOne()) !== undefined) await countMovements(ledger);
}
