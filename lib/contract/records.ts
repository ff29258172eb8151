import * as z from "zod/mini";
import type * as answers from "./answers";

/** How people record what they know of a transfer, and see what needs them. */

export const reason = z.string("Say why.").check(
  z.refine((text) => text.trim() !== "", "Say why, so that others can follow it."),
  z.refine((text) => text.length <= 2_000, "Use at most 2,000 characters."),
);

/** The number of the last event that a person saw, as text, like every number that we are sent. */
export const seenEvent = z
  .string("Say what you have seen.")
  .check(z.regex(/^(0|[1-9]\d{0,8})$/, "This is not the number of an event."));

/** As text, too. */
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
 * `POST /api/transfers/{id}/resolution` (T8, T9): what a person found out about a transfer whose outcome is unknown, or
 * that was given two addresses.
 */
export const ResolutionInput = z.discriminatedUnion("outcome", [ExistsInput, AbsentInput, AddressInput]);
export type ResolutionInput = z.output<typeof ResolutionInput>;

/** `POST /api/transfers/{id}/notes`. */
export const NoteInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("note"), text: reason }),
  /** `seen` is the number of the last event that the person saw: what came since isn't resolved with it. */
  z.strictObject({ kind: z.literal("handled"), text: reason, seen: z.optional(seenEvent) }),
]);
export type NoteInput = z.output<typeof NoteInput>;

/** `POST /api/transfers/{id}/sandbox`. Sandbox mode only. */
export const SandboxEventInput = z.strictObject({
  status: z
    .string()
    .check(z.regex(/^[a-z]+(_[a-z]+)*$/, "Use a status word."), z.maxLength(64, "Use at most 64 letters.")),
});

/** `POST /api/hold/release`. `since` names the hold that the person saw. */
export const ReleaseInput = z.strictObject({ since: z.iso.datetime() });
export type ReleaseInput = z.output<typeof ReleaseInput>;

export type HoldState = z.output<typeof answers.HoldState>;
export type TransferHold = z.output<typeof answers.TransferHold>;

export type Attention = z.output<typeof answers.Attention>;

/** A transfer with two reasons counts once. */
export type AttentionCounts = z.output<typeof answers.AttentionCounts>;
