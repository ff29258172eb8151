import { type Amount, addAmounts, readDecimal, roundAmount, subtractAmounts } from "#lib/money/money";
import type { PaidTimeRow } from "#lib/server/tables/insight-rows";
import type { TransferRow } from "#lib/server/tables/schema";
import type { TransferStatus } from "#lib/transfer/transfer-status";

/** Invariant: what a change of a transfer adds to the totals is worked out here alone: to count, to show and to verify. */

/** Raised with every change of these rules: everything is then counted again. */
export const countingRecipe = 3;

const facts = ["asset", "from_currency", "network", "amount", "bank_code", "account_number"] as const;
export const countedColumns = ["id", "created_at", "currency", "quote_output", ...facts] as const;
export type Counted = Pick<TransferRow, (typeof countedColumns)[number]>;

export type AmountChange = {
  period: string;
  asset: string;
  status: TransferStatus;
  token: string;
  count: number;
  amount: Amount;
  naira: Amount;
  estimates: number;
};
export type BankChange = { period: string; bank_code: string; status: TransferStatus; count: number };
export type TimeChange = PaidTimeRow;
export type PayeeChange = {
  period: string;
  bank_code: string;
  account_number: string;
  count: number;
  kobo: bigint;
  last_id: string;
};

const zero = "0" as Amount;

/** Sums by their keys. */
export class Changes {
  readonly amounts = new Map<string, AmountChange>();
  readonly banks = new Map<string, BankChange>();
  readonly times = new Map<string, TimeChange>();
  readonly payees = new Map<string, PayeeChange>();
  readonly #dayOf: (at: string) => string;

  /** `dayOf` gives the business's day of a moment. */
  constructor(dayOf: (at: string) => string) {
    this.#dayOf = dayOf;
  }

  /** From one status to another; `null` is none. */
  move(row: Counted, from: TransferStatus | null, to: TransferStatus | null): void {
    if (from === to) return;
    const periods = this.#periodsOf(row);
    for (const period of periods) {
      if (from !== null) this.#count(row, period, from, -1);
      if (to !== null) this.#count(row, period, to, 1);
    }
    const change = Number(to === "paid") - Number(from === "paid");
    if (change === 0) return;
    const { bank_code, account_number, id } = row;
    const kobo = BigInt(roundAmount(nairaOf(row) ?? zero, 2).replace(".", "")) * BigInt(change);
    for (const period of periods)
      this.addPayee({ period, bank_code, account_number, count: change, kobo, last_id: id });
  }

  /** The first report of paid. */
  paid(row: Counted, afterMs: number): void {
    for (const period of this.#periodsOf(row)) {
      const time = { period, bucket: bucketOf(afterMs), count: 1 };
      this.addTime({ ...time, kind: "bank", code: row.bank_code });
      this.addTime({ ...time, kind: "network", code: row.network });
    }
  }

  /** A year is read by its months, a shorter range by its days. */
  #periodsOf({ created_at }: Counted): [month: string, day: string] {
    const day = this.#dayOf(created_at);
    return [day.slice(0, 7), day];
  }

  #count(row: Counted, period: string, status: TransferStatus, sign: 1 | -1): void {
    const naira = nairaOf(row);
    const signed = (amount: string) =>
      (sign === 1 ? amount : subtractAmounts(zero, amount as Amount)) as Amount;
    this.addAmount({
      ...{ period, asset: row.asset, token: row.from_currency, status, count: sign },
      amount: signed(row.amount),
      naira: signed(naira ?? zero),
      estimates: naira === undefined ? 0 : sign,
    });
    this.addBank({ period, bank_code: row.bank_code, status, count: sign });
  }

  addAmount(change: AmountChange): void {
    add(this.amounts, [change.period, change.asset, change.status], change, (known) => ({
      ...known,
      count: known.count + change.count,
      amount: addAmounts(known.amount, change.amount),
      naira: addAmounts(known.naira, change.naira),
      estimates: known.estimates + change.estimates,
    }));
  }

  addBank(change: BankChange): void {
    const { period, bank_code, status, count } = change;
    add(this.banks, [period, bank_code, status], change, (known) => ({
      ...known,
      count: known.count + count,
    }));
  }

  addTime(change: TimeChange): void {
    const { period, kind, code, bucket, count } = change;
    add(this.times, [period, kind, code, bucket], change, (known) => ({
      ...known,
      count: known.count + count,
    }));
  }

  addPayee(change: PayeeChange): void {
    const { period, bank_code, account_number, count, kobo } = change;
    add(this.payees, [period, bank_code, account_number], change, (known) => ({
      ...change,
      count: known.count + count,
      kobo: known.kobo + kobo,
    }));
  }
}

function add<Row>(rows: Map<string, Row>, keys: unknown[], row: Row, plus: (known: Row) => Row): void {
  const key = JSON.stringify(keys);
  const known = rows.get(key);
  rows.set(key, known === undefined ? row : plus(known));
}

/** The estimate of its quote. */
function nairaOf({ currency, quote_output }: Counted): Amount | undefined {
  return currency === "NGN" && quote_output !== null ? readDecimal(quote_output) : undefined;
}

const bucketsPerDoubling = 4;

function bucketOf(ms: number): number {
  return Math.floor(bucketsPerDoubling * Math.log2(Math.max(1, ms / 1000)));
}

/** The middle of a bucket, in seconds: at most 9 % from any time in it. */
export function secondsOf(bucket: number): number {
  return 2 ** ((bucket + 0.5) / bucketsPerDoubling);
}
