import * as z from "zod/mini";
import { ownText } from "#lib/contract/api";
import { numberText } from "#lib/contract/wire";
import type * as answers from "./pay-answers";

/** Links by which somebody without an account pays a transfer. */

export const payLinkHours = [2, 24, 168] as const;
type PayLinkHours = (typeof payLinkHours)[number];

/** Of a name, and of a reference. */
export const payLinkTextLength = 60;

function hoursIn(value: unknown): PayLinkHours | undefined {
  const text = typeof value === "string" ? value : numberText(value);
  return payLinkHours.find((hours) => `${hours}` === text);
}

/** `POST /api/transfers/{id}/pay-link`. */
export const PayLinkInput = z.strictObject({
  /** As a number, or as text. */
  validHours: z.pipe(
    z.unknown().check(
      z.refine((value) => hoursIn(value) !== undefined, "Choose 2, 24 or 168 hours."),
      z.describe("2, 24 or 168."),
    ),
    z.transform((value): PayLinkHours => hoursIn(value) ?? 2),
  ),
  /** Also the last four digits of the account. */
  showBank: z._default(z.boolean("Say whether the payer sees the bank: true or false."), false),
  /** Who asks for the payment; left out: the business's name. */
  payeeName: ownText("name", payLinkTextLength),
  /** For the payer. The transfer's own is never shown to them. */
  reference: ownText("reference", payLinkTextLength),
  /** When the funding file was made that somebody may be sending by: see `already_funded`. */
  confirmsFile: z.optional(z.string().check(z.maxLength(40))),
});
export type PayLinkInput = z.output<typeof PayLinkInput>;

export type PayLink = z.output<typeof answers.PayLink>;
export type PayerView = z.output<typeof answers.PayerView>;
export type PayerState = PayerView["state"];
export type PaymentRequest = NonNullable<PayerView["request"]>;
