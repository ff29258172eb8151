import { shortBankName } from "#lib/bank/short-bank-name";
import type { Transfer } from "#lib/contract/api";
import { formatFiat, formatPadded, lastFour } from "#lib/money/format";
import { formatAge, formatTime } from "#lib/text/format-time";
import type { Part } from "#lib/text/matched-parts";
import { showInvisible } from "#lib/text/visible-text";
import { describeStanding, type StatusGroup } from "#lib/words/words";

/** A transfer as a row shows it. */
export type Row = {
  id: string;
  at: string;
  /** How long ago, and the exact time. */
  age: string;
  time: string;
  name: string;
  bank: string;
  /** Where it is longer. */
  fullBank?: string;
  end: string;
  group: StatusGroup;
  word: string;
  sent: string;
  token: string;
  /** Without a quote there is none. */
  gets?: string;
  /** Left out where the table says it once. */
  currency?: string;
  /** In a wide table, where it has them. */
  payee?: string;
  reference?: string;
  /** What a search matched of the name and of the bank. */
  nameParts?: Part[];
  bankParts?: Part[];
};

/** Marks what a search matched; left out where nothing is searched, with its code. */
export type Marker = (text: string) => Part[];

type Drawing = {
  now: number;
  timeZone: string;
  mark?: Marker | undefined;
  hasCurrency?: boolean;
  /** Names by ID: with them a row has its payee and its reference. */
  payees?: ReadonlyMap<string, string> | undefined;
};

export function rowOf(transfer: Transfer, drawing: Drawing): Row {
  const { now, timeZone, mark, hasCurrency = true, payees } = drawing;
  const { id, createdAt, accountName, accountNumber, amount, fromCurrency, quote, currency } = transfer;
  const payee = payees?.get(transfer.payeeId ?? "");
  const reference = payees && transfer.reference;
  const fullBank = showInvisible(transfer.bankName);
  const bank = shortBankName(fullBank);
  const nameParts = mark?.(accountName) ?? [];
  const bankParts = mark?.(bank) ?? [];
  return {
    id,
    at: createdAt,
    age: formatAge(createdAt, now, timeZone),
    time: formatTime(createdAt, timeZone),
    name: accountName,
    bank,
    ...(fullBank !== bank && { fullBank }),
    end: lastFour(accountNumber),
    ...describeStanding(transfer),
    sent: formatPadded(amount),
    token: fromCurrency,
    ...(quote !== null && { gets: formatFiat(quote.outputAmount) }),
    ...(hasCurrency && { currency }),
    ...(payee !== undefined && { payee: showInvisible(payee) }),
    ...(reference && { reference: showInvisible(reference) }),
    ...(nameParts.length > 0 && { nameParts }),
    ...(bankParts.length > 0 && { bankParts }),
  };
}
