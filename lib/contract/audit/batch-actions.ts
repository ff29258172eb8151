import * as z from "zod/mini";
import { asset, count, fileHash, rowCount } from "./audit-facts";

/** Why a batch of payouts rests, or waits no more. */
export const batchStops = [
  ...(["rate_limited", "key_rejected", "business_inactive", "limit", "rate", "unknown_outcomes"] as const),
  ...(["held", "too_old", "service", "row", "restored", "declined", "rules"] as const),
] as const;

const nothing = z.strictObject({});

/** What is done with batches of payouts, as {@link auditActions} has them. Each of their transfers has entries of its own. */
export const batchActions = {
  batch_imported: { record: "batch" as const, detail: z.strictObject({ file: fileHash, rows: rowCount }) },
  /** Before it is agreed: a cell, a bank, a tick, or what counts for all rows. */
  batch_changed: { record: "batch" as const, detail: z.strictObject({ rows: rowCount }) },
  /** `subject`: the hash of all that its transfers will be made of. */
  batch_agreed: { record: "batch" as const, detail: z.strictObject({ subject: fileHash, rows: rowCount }) },
  /** It waits for a second person: see {@link batchActions.batch_agreed}. */
  batch_asked: { record: "batch" as const, detail: z.strictObject({ subject: fileHash, rows: rowCount }) },
  batch_approved: {
    record: "batch" as const,
    detail: z.strictObject({ isLast: z.boolean(), rules: count }),
  },
  batch_declined: { record: "batch" as const, detail: nothing },
  /** Nobody decided in time. */
  batch_expired: { record: "batch" as const, detail: nothing },
  batch_stopped: {
    record: "batch" as const,
    detail: z.strictObject({ reason: z.enum(batchStops) }),
  },
  batch_went_on: { record: "batch" as const, detail: nothing },
  /** The payees that are in use, with whole account numbers. */
  batch_template_taken: { record: null, detail: z.strictObject({ rows: rowCount }) },
  /** What became of its rows, with whole account numbers. */
  batch_result_taken: {
    record: "batch" as const,
    detail: z.strictObject({ file: fileHash, rows: rowCount }),
  },
  batch_discarded: { record: "batch" as const, detail: nothing },
  batch_file_made: {
    record: "batch" as const,
    detail: z.strictObject({ file: fileHash, rows: rowCount, asset: z.optional(asset) }),
  },
};
