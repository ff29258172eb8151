import * as z from "zod/mini";
import { ReceivedInput } from "#lib/contract/received/received";
import { reason } from "#lib/contract/records";
import { mappingOf, sourceOf } from "#lib/table/table-input";
import { dayOrders } from "./statement/read-days";
import { receivedFieldIds, receivedLimits } from "./statement/received-fields";
import { statementFieldIds, statementLimits } from "./statement/statement-fields";

/** What our API takes about the business's own accounts and their statements. */

/** With room for letters that JSON escapes. */
export const mostStatementBytes = 2.5 * statementLimits.mostBytes;
/** Of a page. */
export const rowsAPage = 50;
/** Proposals that are shown, and confirmed, at once. */
export const proposalsAtOnce = 200;

const id = z.uuid("This is not an ID.");
const count = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,5})$/, "This is not a number of rows.")),
  z.transform((text) => Number.parseInt(text, 10)),
);
/** A statement's ID, a point and the number of the line in the file. */
const lineId = z
  .string("Say which line.")
  .check(z.regex(/^[0-9a-f-]{36}\.[1-9]\d{0,5}$/, "This is not a line of a statement."));

/** `POST /api/payees/{id}/own-account`. */
export const OwnAccountInput = z.strictObject({
  version: z.string("Say which account.").check(z.regex(/^[1-9]\d{0,3}$/, "This is not a version.")),
  isOwn: z.boolean("Say whether the account is your own."),
});
export type OwnAccountInput = z.output<typeof OwnAccountInput>;

/** `POST /api/statements`. */
export const StatementInput = z
  .strictObject({
    account: id,
    name: z.string("Give the statement a name.").check(
      z.refine((text) => text.trim() !== "", "Give the statement a name."),
      z.maxLength(200, "Use at most 200 characters."),
    ),
    ...sourceOf(statementLimits),
    mapping: z.optional(mappingOf(statementFieldIds)),
    dayOrder: z
      .optional(z.enum(dayOrders))
      .check(z.describe("What `days_unclear` asks: how `03/04/2026` is read.")),
  })
  .check(
    z.refine(({ file, text }) => (file === undefined) !== (text === undefined), {
      path: ["file"],
      message: "Give either a file or a text.",
    }),
  );
export type StatementInput = z.input<typeof StatementInput>;
export type CheckedStatementInput = z.output<typeof StatementInput>;

export const accountLists = [
  ...(["exact", "suggested", "not_found", "not_reported", "open_lines", "matched"] as const),
] as const;
export type AccountList = (typeof accountLists)[number];

/** `GET /api/own-accounts/{id}`: a page of one of its lists. */
export const AccountListInput = z.strictObject({
  show: z.optional(z.enum(accountLists)),
  from: z.optional(count),
});
export type AccountListInput = z.output<typeof AccountListInput>;

/** `GET /api/statements/{id}`. */
export const StatementLinesInput = z.strictObject({ from: z.optional(count) });

/** `GET /api/own-accounts/{id}/candidates`. */
export const CandidatesInput = z.strictObject({ line: lineId });

/** `POST /api/own-accounts/{id}/confirmation`: the proposals that the page has shown. */
export const ConfirmationInput = z
  .strictObject({
    standing: z.enum(["exact", "suggested"], "Say which matches."),
    seen: z
      .string("Say which matches.")
      .check(z.regex(/^[0-9a-f]{64}$/, "This is not what the page has shown."))
      .check(z.describe("The hash of what was shown.")),
    difference: ReceivedInput.shape.difference.check(
      z.describe("Why amounts differ where no known deduction says it."),
    ),
    isChecked: z
      .optional(z.boolean("Say whether you have checked each of them."))
      .check(z.describe("Needed for what is only suggested.")),
  })
  .check(
    z.refine(({ standing, isChecked }) => standing === "exact" || isChecked === true, {
      path: ["isChecked"],
      message: "Say that you have checked each of them.",
    }),
  );
export type ConfirmationInput = z.output<typeof ConfirmationInput>;

/** `POST /api/own-accounts/{id}/matches`: one line, or a part of it, and one payout. */
export const MatchInput = z.strictObject({
  line: lineId,
  transfer: id,
  amount: z
    .optional(ReceivedInput.shape.amount)
    .check(z.describe("Left out: all of the line that is not matched yet.")),
  difference: ReceivedInput.shape.difference,
});
export type MatchInput = z.output<typeof MatchInput>;

/** `POST /api/own-accounts/{id}/matches/{m}/withdrawal`. */
export const MatchWithdrawal = z.strictObject({ reason });
export type MatchWithdrawal = z.output<typeof MatchWithdrawal>;

/** `GET /api/own-accounts/{id}/sample`: a month such as `2026-11`. */
export const SampleInput = z.strictObject({
  month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "This is not a month.")),
});

/** `POST /api/received`: what payees said, many at once. */
export const ReceivedTableInput = z
  .strictObject({
    ...sourceOf(receivedLimits),
    mapping: z.optional(mappingOf(receivedFieldIds)),
    dayOrder: z.optional(z.enum(dayOrders)),
    check: z.optional(z.boolean("Say whether this is only a check.")),
  })
  .check(
    z.refine(({ file, text }) => (file === undefined) !== (text === undefined), {
      path: ["file"],
      message: "Give either a file or a text.",
    }),
  );
export type ReceivedTableInput = z.input<typeof ReceivedTableInput>;
export type CheckedReceivedTable = z.output<typeof ReceivedTableInput>;
/** With room for letters that JSON escapes. */
export const mostReceivedBytes = 4 * receivedLimits.mostBytes;
