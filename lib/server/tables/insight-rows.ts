import type { TransferStatus } from "#lib/transfer/transfer-status";

/** One row: how the totals are made, and how far back history is counted: transfers from that place on. */
export type CountingRow = {
  id: number;
  zone: string;
  recipe: number;
  place_at: string;
  place_id: string;
  is_done: number;
};

/** `period` is a day of `counting.zone`, or its month (`2026-11`), by the creation of the transfers. `naira` sums their estimates. */
type AmountTotalRow = {
  period: string;
  asset: string;
  status: TransferStatus;
  token: string;
  count: number;
  amount: string;
  naira: string;
  estimates: number;
};

type BankTotalRow = { period: string; bank_code: string; status: TransferStatus; count: number };

/** `bucket` is 4 times the binary logarithm of the seconds until paid, rounded down. */
export type PaidTimeRow = {
  period: string;
  kind: "bank" | "network";
  code: string;
  bucket: number;
  count: number;
};

/** What was reported paid; `period` as above, `last_id` any transfer to the account. */
type PayeeMonthRow = {
  period: string;
  bank_code: string;
  account_number: string;
  count: number;
  /** A whole number as text: databases have a largest integer. */
  kobo: string;
  last_id: string;
};

/** What a quote said, at most one a minute; `minute` is `2026-11-20T09:30`, in UTC. */
export type RateSampleRow = { asset: string; currency: string; minute: string; rate: string; amount: string };

/** `last_at` is the minute of the last sample. */
export type RateDayRow = {
  asset: string;
  currency: string;
  day: string;
  low: string;
  high: string;
  last: string;
  last_at: string;
  samples: number;
};

export type InsightTables = {
  counting: CountingRow;
  amount_totals: AmountTotalRow;
  bank_totals: BankTotalRow;
  paid_times: PaidTimeRow;
  payee_months: PayeeMonthRow;
  rate_samples: RateSampleRow;
  rate_days: RateDayRow;
};
