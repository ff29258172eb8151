import { Problem } from "#lib/contract/problem";
import { koboText, toKobo } from "#lib/features/books/statement/kobo";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { dayOf } from "#lib/text/zone-day";
import { expectedOf } from "#lib/transfer/received";
import { allPayouts } from "./account-facts";
import { findAccount } from "./own-accounts";

/** In sandbox mode: what a bank would write of an own account. */

const begin = 25_000_000n;
const short = 5_000n;
const fee = 5_375n;

type Made = { day: string; narration: string; reference: string; debit: bigint; credit: bigint };

/**
 * A month of the account as a CSV, up to today. Of the payouts that are reported paid in it the second arrives 50.00 short and the
 * third is missing; a rent comes twice on one day, and the bank takes a fee.
 */
export async function sampleStatement(id: string, month: string): Promise<{ text: string }> {
  const { isSandbox, timeZone } = env();
  if (!isSandbox) throw new Problem("not_found", "There are sample statements in sandbox mode only.");
  const ledger = await db();
  const account = await findAccount(ledger, id);
  const today = dayOf(Date.now(), timeZone);
  const paid = (await allPayouts(ledger, account))
    .flatMap((row) => {
      const day = row.paid_at === null ? "" : dayOf(Date.parse(row.paid_at), timeZone);
      const expected = toKobo(expectedOf(row.accepted_output, row.quote_output) ?? "");
      return day.startsWith(month) && expected !== undefined ? [{ day, expected, id: row.id }] : [];
    })
    .sort((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1));
  const arrived = paid.flatMap(({ day, expected, id: of }, at): Made[] => {
    if (at === 2) return [];
    const credit = at === 1 && expected > short ? expected - short : expected;
    return [{ day, narration: "NIP TRANSFER FROM OFFRAMP", reference: of.slice(0, 8), debit: 0n, credit }];
  });
  const firstDay = `${month}-01`;
  if (firstDay > today) throw new Problem("invalid_request", "This month is still to come.");
  const rent = { day: firstDay, narration: "RENT UNIT 4", reference: "", debit: 0n, credit: 15_000_000n };
  const charge = {
    ...{ day: arrived.at(-1)?.day ?? firstDay, narration: "TRANSFER FEE WITH VAT", reference: "" },
    ...{ debit: fee, credit: 0n },
  };
  const lines = [rent, rent, ...arrived, charge];
  let balance = begin;
  const rows = lines.map(({ day, narration, reference, debit, credit }) => {
    balance += credit - debit;
    const money = (kobo: bigint) => (kobo === 0n ? "" : koboText(kobo));
    const date = day.split("-").reverse().join("/");
    return [date, narration, reference, money(debit), money(credit), koboText(balance)].join(",");
  });
  const letterhead = [
    `SANDBOX statement of ${account.bankName.replaceAll(",", "")}`,
    `Account number: ${account.account_number}`,
    "Currency: NGN",
    `Opening balance: ${koboText(begin)}`,
  ];
  const header = "Trans. Date,Narration,Reference,Debit,Credit,Balance";
  return { text: [...letterhead, header, ...rows, ""].join("\n") };
}
