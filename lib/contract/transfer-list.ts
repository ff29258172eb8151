import * as z from "zod/mini";
import { eventsAtFirst } from "#lib/asset/defaults";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { receivedStates } from "#lib/transfer/received";
import { listStates } from "#lib/transfer/transfer-states";
import { transferStatuses } from "#lib/transfer/transfer-status";
import type * as answers from "./answers";
import { areInOrder, day, pageLimit } from "./list-parts";

/** Listing, searching and exporting transfers. */

/** By amount, it needs one token and no search text. */
const transferSorts = ["newest", "oldest", "largest", "smallest"] as const;
export type TransferSort = (typeof transferSorts)[number];

/** Days that move on with the calendar, so that the name of a list means the same tomorrow. */
const movingDays = ["today", "week", "month", "lastMonth"] as const;

/** Of any token. */
const amountLimit = z
  .string()
  .check(z.regex(/^\d{1,24}(\.\d{1,18})?$/, "Enter an amount in digits, such as 1250.50."));

const filters = {
  /**
   * What a person knows of a transfer, all of it together: an ID, an address or a hash or a part of one, a name, a payee, a bank, an
   * account's last four digits, an amount of either currency, a reference, a purpose, a note, who created it, a day, a state.
   */
  q: z.optional(z.string().check(z.maxLength(256, "Search with at most 256 characters."))),
  status: z.optional(z.enum(transferStatuses, "This is not a status.")),
  state: z.optional(z.enum(listStates, "This is not a state.")),
  /** One that has left the asset table can still be asked for. */
  asset: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "This is not a token and its network.")),
  ),
  /** A token on all its networks. */
  token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "This is not a token."))),
  /** A bank's code. */
  bank: z.optional(z.string().check(z.minLength(1), z.maxLength(64, "This is not a bank’s code."))),
  /** Tokens of one network; one that has left the asset table can still be asked for. */
  network: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, "This is not a network."))),
  /** A payee's ID: the transfers that were created for it. */
  payee: z.optional(z.uuid("This is not the ID of a payee.")),
  /** The ID of the person who created the transfer. */
  person: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, "This is not the ID of a person."))),
  /** The amount sent, both included. */
  min: z.optional(amountLimit),
  max: z.optional(amountLimit),
  /** Instead of `from` and `to`. */
  days: z.optional(z.enum(movingDays, "These are not days that a list knows.")),
  /** Days of creation in the business's time zone, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** A transfer's ID: all transfers to its account, so that no account number stands in an address. */
  account: z.optional(z.uuid("This is not the ID of a transfer.")),
  /** The ID of a batch of payouts: the transfers of its rows. */
  batch: z.optional(z.uuid("This is not the ID of a batch.")),
  attention: z.optional(z.literal("yes", "Set this filter to yes, or leave it out.")),
  /** Whether anybody said what the recipient got, and whether it is what the quote let expect. */
  received: z.optional(z.enum(receivedStates, "This is not a state of what was received.")),
  /** Needs attention for this reason before any other. */
  reason: z.optional(z.enum(attentionReasons, "This is not a reason.")),
};

type Limits = { min?: string | undefined; max?: string | undefined };

const amountsAreInOrder = z.refine<Limits>(
  ({ min, max }) =>
    min === undefined || max === undefined || compareAmounts(min as Amount, max as Amount) <= 0,
  { path: ["max"], error: "The largest amount is below the smallest." },
);

type Days = { days?: string | undefined; from?: string | undefined; to?: string | undefined };

const daysAreSaidOnce = z.refine<Days>(
  ({ days, from, to }) => days === undefined || (from === undefined && to === undefined),
  { path: ["days"], error: "Give either these days or a first and a last day." },
);

/** What every list asks of its filters together. */
const fitTogether = [areInOrder, amountsAreInOrder, daysAreSaidOnce] as const;

const canBeSorted = z.refine<{
  sort?: TransferSort | undefined;
  asset?: string | undefined;
  q?: string | undefined;
}>(({ sort, asset, q }) => !isByAmount(sort) || (asset !== undefined && (q ?? "") === ""), {
  path: ["sort"],
  error: "To sort by amount, choose one token and clear the search.",
});

export function isByAmount(sort: TransferSort | undefined): boolean {
  return sort === "largest" || sort === "smallest";
}

/** What the name of a list stands for. */
export const ListFilters = z
  .strictObject({ ...filters, sort: z.optional(z.enum(transferSorts, "This is not an order.")) })
  .check(...fitTogether, canBeSorted);
export type ListFilters = z.output<typeof ListFilters>;

/** `GET /api/transfers`: newest first unless it says otherwise, keyset paging. */
export const TransferListInput = z
  .strictObject({
    ...filters,
    sort: z.optional(z.enum(transferSorts, "This is not an order.")),
    limit: pageLimit,
    cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, "This is not a cursor."))),
  })
  .check(...fitTogether, canBeSorted);
export type TransferListInput = z.output<typeof TransferListInput>;

export type TransferFilters = Omit<TransferListInput, "limit" | "cursor" | "sort">;

export type TransferPage = z.output<typeof answers.TransferPage>;

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** `POST /api/transfers/export`: the filters, as of the list, and the kind of file. */
export const TransferExportInput = z
  .strictObject({
    ...filters,
    format: z._default(z.enum(exportFormats, "Choose csv or xlsx."), "csv"),
  })
  .check(...fitTogether);
export type CheckedExportInput = z.output<typeof TransferExportInput>;

/** `POST /api/transfers/sums`: the filters, as of the list. */
export const TransferSumsInput = z.strictObject(filters).check(...fitTogether);
export type TransferSumsInput = z.output<typeof TransferSumsInput>;
export type TransferSums = z.output<typeof answers.TransferSums>;

/** `GET /api/transfers/changes`: the transfers of a page, and its filters. A page that asks again isn't a person's act. */
export const TransferChangesInput = z
  .strictObject({
    ...filters,
    ids: z.pipe(
      z
        .string()
        .check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$/, "Give 1 to 100 IDs, separated by commas.")),
      z.transform((text) => text.split(",")),
    ),
    since: z
      .string()
      .check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/, "Give a time in UTC, such as 2026-11-20T09:30:00Z.")),
    newer: z.optional(z.literal("yes", "Set newer to yes, or leave it out.")),
  })
  .check(...fitTogether);
export type TransferChangesInput = z.output<typeof TransferChangesInput>;
export type TransferChanges = z.output<typeof answers.TransferChanges>;

/** `GET /api/transfers/{id}/events`; the cursor leads to what happened before. */
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

/** `POST /api/transfers/account`: a full account number never stands in an address. */
export const AccountSearchInput = z.strictObject({
  accountNumber: z
    .string("Enter the account number as text.")
    .check(z.regex(/^\d{10}$/, "Enter all ten digits.")),
});
