import * as z from "zod/mini";
import type * as answers from "./answers";

/** The part of our own /api format by which people record what they know of a transfer, and see what needs them. */

const reason = z.string("Say why.").check(
  z.refine((text) => text.trim() !== "", "Say why, so that others can follow it."),
  z.refine((text) => text.length <= 2_000, "Use at most 2,000 characters."),
);

/** Like every number that is sent to us, as text. */
const eventNumber = z
  .string("Choose one of the addresses.")
  .check(z.regex(/^[1-9]\d{0,8}$/, "Choose one of the addresses."));

/** The service knows the transfer, under this ID and address. */
export const ExistsInput = z.strictObject({
  outcome: z.literal("exists"),
  transactionId: z
    .string("Enter the transaction ID.")
    .check(
      z.refine(
        (text) => /^[\x21-\x7e]{1,256}$/.test(text),
        "Enter the transaction ID as the service gave it, without spaces.",
      ),
    ),
  address: z
    .string("Enter the deposit address.")
    .check(
      z.refine(
        (text) => /^[\x21-\x7e]{1,256}$/.test(text),
        "Enter the deposit address as the service gave it, without spaces.",
      ),
    ),
  reason,
});
export type ExistsInput = z.output<typeof ExistsInput>;

/** The service says that there is no such transfer. */
export const AbsentInput = z.strictObject({ outcome: z.literal("absent"), reason });
export type AbsentInput = z.output<typeof AbsentInput>;

/** The address that an event named is right; `newest` is the last such event that was seen. */
export const AddressInput = z.strictObject({
  outcome: z.literal("address"),
  event: eventNumber,
  newest: eventNumber,
  reason,
});
export type AddressInput = z.output<typeof AddressInput>;

/**
 * `POST /api/transfers/{id}/resolution`: what a person found out about a transfer whose outcome is unknown (T8, T9), or
 * that was given two addresses.
 */
export const ResolutionInput = z.discriminatedUnion("outcome", [ExistsInput, AbsentInput, AddressInput]);
export type ResolutionInput = z.output<typeof ResolutionInput>;

/**
 * `POST /api/transfers/{id}/notes`: a person's note, whether the payout was found on the bank statement, or that
 * it is dealt with.
 */
export const NoteInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("note"), text: reason }),
  z.strictObject({ kind: z.literal("matched"), text: z.optional(reason) }),
  z.strictObject({ kind: z.literal("unmatched"), text: reason }),
  z.strictObject({ kind: z.literal("handled"), text: reason }),
]);
export type NoteInput = z.output<typeof NoteInput>;

/** `POST /api/transfers/{id}/sandbox`: drives the transfer at the sandbox by hand. Sandbox mode only. */
export const SandboxEventInput = z.strictObject({
  status: z.string().check(z.regex(/^[a-z_]{1,64}$/, "Use a status word.")),
});

/** `POST /api/hold/release`: a person compared the ledger with the service's records, after the hold that they saw. */
export const ReleaseInput = z.strictObject({ since: z.iso.datetime() });
export type ReleaseInput = z.output<typeof ReleaseInput>;

/** `GET /api/hold`: whether new transfers are sent. */
export type HoldState = z.output<typeof answers.HoldState>;
/** Why no new transfer is sent, and since when. */
export type TransferHold = z.output<typeof answers.TransferHold>;

/** `GET /api/attention`: what needs a person, with a count for each reason and the transfers behind it. */
export type Attention = z.output<typeof answers.Attention>;

/** `GET /api/attention/counts`: how much needs a person. `total` counts a transfer with two reasons once. */
export type AttentionCounts = z.output<typeof answers.AttentionCounts>;
