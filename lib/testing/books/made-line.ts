export type MadeLine = {
  day: string;
  side: "credit" | "debit";
  kobo: bigint;
  balance: bigint;
  reference: string;
  narration: string;
  /** The payout that it is, or null. */
  of: string | null;
};
