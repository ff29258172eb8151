import * as z from "zod/mini";
import { reason } from "#lib/contract/records";
import { movementLists } from "./month-answers";

/** What our API takes about months. */

/** Of a list. */
export const movementsAPage = 50;
/** A file for the books holds so many rows: more, and programs refuse it. */
export const rowsOfBooksFile = 1_000;

/** No database takes every character in a question. */
const token = z.string().check(z.regex(/^[^\p{C}]{1,32}$/u, "This is not a token."));

/** `GET /api/months/{month}/movements`. */
export const MovementListInput = z.strictObject({
  list: z.enum(movementLists, "This is not a list of a month."),
  token: z.optional(token),
  cursor: z.optional(z.string().check(z.maxLength(400, "This is not a page."))),
});
export type MovementListInput = z.output<typeof MovementListInput>;

/** `POST /api/months/{month}/close`. */
export const CloseInput = z.strictObject({
  seen: z
    .string("Say which figures you close.")
    .check(z.regex(/^[0-9a-f]{64}$/, "This is not the hash of a month's figures.")),
  note: z.optional(reason),
});
export type CloseInput = z.output<typeof CloseInput>;

export const monthFiles = ["csv", "xlsx", "quickbooks", "xero"] as const;
export type MonthFile = (typeof monthFiles)[number];
export const dateOrders = ["day_month", "month_day", "year_month_day"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** `GET /api/months/{month}/export`. `token`, `dates` and `part` are of the files for the books alone. */
export const MonthExportInput = z
  .strictObject({
    format: z.enum(monthFiles, "This is not a form of a month's file."),
    token: z.optional(token),
    dates: z.optional(z.enum(dateOrders, "This is not an order of days.")),
    part: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, "This is not a part."))),
  })
  .check(
    z.refine(({ format, token }) => format === "csv" || format === "xlsx" || token !== undefined, {
      path: ["token"],
      message: "Say of which token, or NGN for what arrived: a file for the books holds one currency.",
    }),
  );
export type MonthExportInput = z.output<typeof MonthExportInput>;
