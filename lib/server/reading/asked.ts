import { type Amount, multiplyAmounts } from "#lib/money/money";
import type { TransferRow } from "#lib/server/tables/schema";

/** What a figure of the service is held against. */
export type Asked = {
  amount: Amount;
  /** Its symbol. */
  token: string;
  /** What the recipient may get, as it was quoted; empty without a quote. */
  outputs: readonly Amount[];
  rate: Amount | null;
  fee: Amount | null;
  network: string;
  /** Of the payout. */
  currency: string;
  accountNumber: string;
};

export type AskedRow = Pick<
  TransferRow,
  | ("amount" | "from_currency" | "accepted_output" | "quote_rate" | "quote_output" | "quote_fee")
  | ("network" | "currency" | "account_number")
>;
/** The columns of a transfer that tell it. */
export const askedColumns = [
  ...(["amount", "from_currency", "accepted_output", "quote_rate", "quote_output", "quote_fee"] as const),
  ...(["network", "currency", "account_number"] as const),
] as const satisfies (keyof AskedRow)[];

export function askedOf(row: AskedRow): Asked {
  const amount = row.amount as Amount;
  const rate = row.quote_rate as Amount | null;
  // Before its fee, it is the recipient's money as well.
  const gross = rate === null ? null : multiplyAmounts(amount, rate);
  return {
    amount,
    token: row.from_currency,
    outputs: [row.quote_output as Amount | null, row.accepted_output as Amount | null, gross].filter(
      (each) => each !== null,
    ),
    rate,
    fee: row.quote_fee as Amount | null,
    ...{ network: row.network, currency: row.currency, accountNumber: row.account_number },
  };
}
