import * as z from "zod/mini";
import { draftLimits } from "#lib/transfer/draft-limits";
import { eachOwnText } from "#lib/transfer/own-texts";

/** What is typed into the form of a new transfer: text that may not be valid yet, and so is only bounded. */

const text = (most: number) => z.string().check(z.maxLength(most));

/** `PUT /api/transfers/draft`. */
export const TransferDraft = z.strictObject({
  /** Made by the form, so that one in another tab is another. */
  form: z.uuid(),
  /** What the form began with: an earlier transfer's or a payee's ID, or nothing. */
  origin: text(64),
  amount: text(draftLimits.amount),
  askedOutput: z.optional(text(draftLimits.amount)),
  asset: text(draftLimits.asset),
  bankCode: text(draftLimits.bankCode),
  bankName: text(draftLimits.bankName),
  accountNumber: text(draftLimits.accountNumber),
  accountName: text(draftLimits.accountName),
  ...eachOwnText((_, name) => text(draftLimits[name])),
  /** The account is then the payee's, and not in the draft. */
  payeeId: z.nullable(z.uuid()),
  /** The idempotency key of its review: once it has a transfer, the draft is over. */
  key: z.nullable(z.uuid()),
});
export type TransferDraft = z.output<typeof TransferDraft>;

/** `DELETE /api/transfers/draft`. */
export const DraftDropInput = z.strictObject({ form: z.uuid() });
