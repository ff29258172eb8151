import type { Amount } from "#lib/money/money";

/** What is paid out, where a transfer waits. */
export type Payout = {
  transferId: string;
  amount: Amount;
  /** Its ID. */
  asset: string;
  networkName: string;
  symbol: string;
  currency: string;
  /** A fall of the estimate beyond this many per cent needs a fresh click. */
  driftPercent: Amount;
  accountName: string;
};
