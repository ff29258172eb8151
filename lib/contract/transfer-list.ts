import * as z from "zod/mini";
import { eventsAtFirst } from "#lib/asset/defaults";
import { transferStatuses } from "#lib/transfer/transfer-status";
import type * as answers from "./answers";
import { areInOrder, day, pageLimit } from "./list-parts";

/** The part of our own /api format by which transfers are listed, searched and exported. */

const filters = {
  /**
   * One text for everything: our exact ID, transaction ID or deposit address, the last four digits of
   * the account, an amount, or the starts of words of the account's name.
   */
  q: z.optional(z.string().check(z.maxLength(256, "Search with at most 256 characters."))),
  status: z.optional(z.enum(transferStatuses, "This is not a status.")),
  /** A token on its network; one that is no longer on the list of assets can still be asked for. */
  asset: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "This is not a token and its network.")),
  ),
  /** The first and the last day of creation, both whole, in the business's time zone. */
  from: z.optional(day),
  to: z.optional(day),
  /** Only what needs a person. */
  attention: z.optional(z.literal("yes", "The only value of this filter is yes.")),
};

/** The names of the filters, in the order of a form. */
export const transferFilterNames = ["q", "status", "asset", "from", "to", "attention"] as const;

/** `GET /api/transfers`: newest first, keyset paging. */
export const TransferListInput = z
  .strictObject({
    ...filters,
    limit: pageLimit,
    cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, "This is not a cursor."))),
  })
  .check(areInOrder);
export type TransferListInput = z.output<typeof TransferListInput>;

/** What is to be listed, whatever the page. */
export type TransferFilters = Omit<TransferListInput, "limit" | "cursor">;

/** The answer of `GET /api/transfers`. */
export type TransferPage = z.output<typeof answers.TransferPage>;

/** `POST /api/transfers/export`: the filters, as of the list. */
export const TransferExportInput = z.strictObject(filters).check(areInOrder);
export type TransferExportInput = z.output<typeof TransferExportInput>;

/** `GET /api/transfers/{id}/events`: a page of what happened; the cursor leads to what happened before. */
export const EventListInput = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, "Use a limit from 1 to 50.")),
      z.transform((text) => Number.parseInt(text, 10)),
    ),
    eventsAtFirst,
  ),
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/, "This is not a cursor."))),
});
export type EventListInput = z.output<typeof EventListInput>;
