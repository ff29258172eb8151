import * as z from "zod/mini";
import { reason } from "#lib/contract/records";
import type { Amount } from "#lib/money/money";
import { decimalsIn } from "#lib/money/units";
import { receivedReasons } from "#lib/transfer/received";

/** How people record what a recipient got. */

/** Naira and kobo; more digits than any bank's largest sum. */
const [mostDigits, minorDigits] = [18, 2];

const amount = z.pipe(
  z.string("Enter the amount that arrived.").check(
    z.refine((text) => !text.startsWith("-"), "Enter what arrived. If nothing did, enter 0."),
    z.refine((text) => /^\d+(\.\d+)?$/.test(text), "Enter the amount that arrived, such as 338823.53."),
    z.refine(
      (text) => (text.split(".")[0] ?? "").length <= mostDigits && decimalsIn(text) <= minorDigits,
      `Use at most ${mostDigits} digits, and ${minorDigits} after the point.`,
    ),
  ),
  z.transform((text) => text as Amount),
);

const toldBy = z.string("Say who told you, and how.").check(
  z.refine((text) => text.trim() !== "", "Say who told you, and how."),
  z.refine((text) => text.length <= 2_000, "Use at most 2,000 characters."),
);

/** A calendar day. */
const day = z.iso.date("Enter the day on which it arrived, such as 24 Nov 2026.");

/** `POST /api/transfers/{id}/received`: what the payee said. The day is one of the business's time zone. */
export const ReceivedInput = z.strictObject({
  amount,
  day,
  toldBy,
  difference: z.optional(z.enum(receivedReasons, "Choose why it is another amount.")),
});
export type ReceivedInput = z.output<typeof ReceivedInput>;

/** `POST /api/transfers/{id}/received/withdrawal`. */
export const ReceivedWithdrawal = z.strictObject({
  event: z
    .string("Say which record.")
    .check(z.regex(/^[1-9]\d{0,8}$/, "This is not the number of an event.")),
  reason,
});
export type ReceivedWithdrawal = z.output<typeof ReceivedWithdrawal>;
