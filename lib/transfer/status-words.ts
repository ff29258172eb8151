export const settlements = [
  "awaiting_deposit",
  "deposit_received",
  "deposit_short",
  "deposit_over",
  "deposit_late",
  "processing",
  "on_hold",
  "paid",
  "failed",
  "reversed",
  "refunding",
  "refunded",
  "refund_failed",
  "expired",
  "cancelled_by_service",
] as const;
export type Settlement = (typeof settlements)[number];

const accepted: Record<Settlement, string> = {
  awaiting_deposit:
    "awaiting_deposit awaiting_payment awaiting_funds awaiting_transaction_confirmation initiated created pending_deposit waiting",
  deposit_received:
    "deposit_received seen confirming confirmed confirming_deposit deposit_confirming deposited funds_received deposit_confirmed deposit_completed transaction_confirmed asset_settled crypto_processed",
  deposit_short:
    "deposit_short underpaid under_paid partial partially_paid partial_payment partial_deposit insufficient insufficient_amount unresolved_underpaid wrong_amount_underpaid",
  deposit_over:
    "deposit_over overpaid over_paid paid_over overpayment unresolved_overpaid wrong_amount_overpaid",
  deposit_late: "deposit_late late paid_late late_payment",
  processing:
    "processing process pending scheduled fulfilling fulfilled payment_submitted offramp_pending fund_processing fiat_pending in_progress settling",
  on_hold:
    "review review_required unresolved in_review on_hold blocked compliance_hold rfi_open pending_approval pending_liquidity",
  paid: "completed complete success successful paid settled validated payment_processed offramp_success fund_settled",
  failed: "failed error undeliverable offramp_failed transaction_failed fund_failed rejected declined",
  refunding: "refunding pending_refund refund_processing",
  reversed: "reversed chargeback charged_back",
  refunded: "refunded returned crypto_returned refund_completed",
  refund_failed: "refund_failed",
  expired: "expired timeout",
  cancelled_by_service: "cancelled canceled",
};

let known: ReadonlyMap<string, Settlement> | undefined;

/** Made at the first look: a bundler leaves out what nobody calls, and most pages read no word. */
function knownWords(): ReadonlyMap<string, Settlement> {
  known ??= new Map(
    Object.entries(accepted).flatMap(([settlement, words]) =>
      words.split(" ").map((word) => [word, settlement as Settlement] as const),
    ),
  );
  return known;
}

/** Grows with each word that we learn. */
export function countKnownWords(): number {
  return knownWords().size;
}

/**
 * Returns the canonical word for a service's status word, ignoring case and reading `-` and space as `_`. `undefined` for an
 * unknown word, which is never guessed into success or failure.
 */
export function canonicalSettlement(word: string): Settlement | undefined {
  return knownWords().get(wordKey(word));
}

/** What a word means: one of ours, nothing at all where an admin said so, or `undefined` where nobody knows it. */
export type MeaningOf = (word: string) => Settlement | "nothing" | undefined;

/** By which a word is known, however it is written. */
export function wordKey(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, "_");
}

const conflictMark = " / ";

/** Joins the contradicting words of one report. None of them counts, and all can be read. */
export function joinConflict(words: readonly string[]): string {
  return words.map((word) => word.replaceAll("/", "|").slice(0, 40)).join(conflictMark);
}

export function isConflict(word: string): boolean {
  return conflictParts(word).length > 0;
}

export function conflictParts(word: string): string[] {
  return word.includes(conflictMark) ? word.split(conflictMark) : [];
}
