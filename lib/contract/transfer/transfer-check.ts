import * as z from "zod/mini";
import { acceptedQuote, amount, assetOf, type InputRules, recipient, versionNumber } from "../api";

/** `POST /api/transfers/check`: what creating this transfer would ask for. A POST, since an account number stands in no URL. */
export function checkInput(rules: InputRules) {
  return z.strictObject({
    amount,
    asset: assetOf(rules),
    bankCode: recipient.bankCode,
    accountNumber: recipient.accountNumber,
    payeeId: z.optional(z.uuid("This is not the ID of a payee.")),
    payeeVersion: z.optional(versionNumber),
    outputAmount: z.optional(acceptedQuote.shape.outputAmount),
  });
}
export type CheckInput = z.input<ReturnType<typeof checkInput>>;
export type CheckedCheckInput = z.output<ReturnType<typeof checkInput>>;

const sentence = z.nullable(z.string());

export const TransferCheck = z.strictObject({
  waits: sentence.check(
    z.describe("It would wait for approvals: how many, why, and how many people can approve."),
  ),
  refused: sentence.check(z.describe("Nothing would be created, and why.")),
  unusual: sentence.check(z.describe("What `confirmAmount` would have to confirm.")),
  left: z.array(z.string()).check(z.describe("What would be left of each limit of the day.")),
});
export type TransferCheck = z.output<typeof TransferCheck>;
