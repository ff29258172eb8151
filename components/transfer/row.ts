import { shortBankName } from "#lib/bank/short-bank-name";
import type { Transfer } from "#lib/contract/api";
import { formatExact, formatFiat, lastFour } from "#lib/money/format";
import { formatAge, formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { describeStatus, type StatusGroup } from "#lib/words/words";

/** A transfer as a row shows it. */
export type Row = {
  id: string;
  at: string;
  /** How long ago, and the exact time. */
  age: string;
  time: string;
  name: string;
  bank: string;
  fullBank: string;
  end: string;
  group: StatusGroup;
  word: string;
  sent: string;
  token: string;
  /** Without a quote there is none. */
  gets?: string;
  currency: string;
};

export function rowOf(transfer: Transfer, now: number, timeZone: string): Row {
  const { id, createdAt, accountName, accountNumber, amount, fromCurrency, quote, currency } = transfer;
  const fullBank = showInvisible(transfer.bankName);
  return {
    id,
    at: createdAt,
    age: formatAge(createdAt, now, timeZone),
    time: formatTime(createdAt, timeZone),
    name: accountName,
    bank: shortBankName(fullBank),
    fullBank,
    end: lastFour(accountNumber),
    ...describeStatus(transfer),
    sent: formatExact(amount),
    token: fromCurrency,
    ...(quote !== null && { gets: formatFiat(quote.outputAmount) }),
    currency,
  };
}
