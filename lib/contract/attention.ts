import * as z from "zod/mini";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import type * as answers from "./answers";
import { seenEvent } from "./records";

/** Acts on several transfers that need attention. Each is judged for itself, and has its own result. */

/** In one request. */
const mostAtOnce = 50;

const transfers = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item, "Choose the transfers.")
    .check(
      z.minLength(1, "Choose at least one transfer."),
      z.maxLength(mostAtOnce, `Choose at most ${mostAtOnce} transfers.`),
    );

/** `POST /api/attention/resolution`. `seen` is the last event that the person saw: one that has changed since is left alone. */
export const BulkResolutionInput = z.strictObject({
  transfers: transfers(z.strictObject({ id: z.uuid(), seen: seenEvent })),
  text: z.string("Say what was done.").check(
    z.refine((text) => text.trim() !== "", "Say what was done, so that others can follow it."),
    z.refine((text) => text.length <= 2_000, "Use at most 2,000 characters."),
  ),
});
export type BulkResolutionInput = z.output<typeof BulkResolutionInput>;

/** A year. */
const mostDueHours = 8_784;

/** `POST /api/attention/owner`. Without a person nobody is the owner. The due time is counted by the server's clock. */
export const OwnerInput = z.strictObject({
  transfers: transfers(z.uuid()),
  person: z.nullable(z.string("Choose a person.").check(z.minLength(1), z.maxLength(64))),
  /** Left out it stays as it is; `null` is none. */
  dueInHours: z.optional(
    z.nullable(
      z.string().check(
        z.regex(/^\d{1,4}$/, "Use a number of whole hours."),
        z.refine((hours) => Number(hours) >= 1, "Use one hour at least."),
        z.refine((hours) => Number(hours) <= mostDueHours, "Use one year at most."),
      ),
    ),
  ),
});
export type OwnerInput = z.output<typeof OwnerInput>;

/** `/attention?reason=...&owner=me&page=2`; `none`: nobody takes care of it. */
export const AttentionPageInput = z.strictObject({
  reason: z.optional(z.enum(attentionReasons)),
  owner: z.optional(z.enum(["me", "none"])),
  resolved: z.optional(z.literal("today")),
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
});
export type AttentionPageInput = z.output<typeof AttentionPageInput>;

export type BulkResult = z.output<typeof answers.BulkResults>[number];
