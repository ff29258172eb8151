import * as z from "zod/mini";

/** What is typed into the form of a new transfer: text that may not be valid yet, and so is only bounded. */

const text = (most: number) => z.string().check(z.maxLength(most));

/** `PUT /api/transfers/draft`. */
export const TransferDraft = z.strictObject({
  /** What the form began with: an earlier transfer's or a payee's ID, or nothing. */
  origin: text(64),
  amount: text(64),
  asset: text(64),
  bankCode: text(64),
  bankName: text(300),
  accountNumber: text(64),
  accountName: text(300),
  reference: text(200),
  purpose: text(300),
  callbackUrl: text(2_048),
  /** The account is then the payee's, and not in the draft. */
  payeeId: z.nullable(z.uuid()),
  /** The idempotency key of its review: once it has a transfer, the draft is over. */
  key: z.nullable(z.uuid()),
});
export type TransferDraft = z.output<typeof TransferDraft>;
