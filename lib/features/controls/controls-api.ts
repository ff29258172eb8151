import * as z from "zod/mini";
import { acceptedQuote } from "#lib/contract/api";
import { areInOrder, day } from "#lib/contract/list-parts";
import { NameConfirmation } from "#lib/contract/payees";
import { roles } from "#lib/contract/roles";
import { Decimal, Moment, told } from "#lib/contract/transfer/answer-parts";
import { Rules } from "./rules";

/** What our API takes and answers about rules for payouts and about approvals. */

const Approvers = z.strictObject({
  people: z.int(),
  admins: z.int().check(z.describe("How many of them are admins at least.")),
});

/** Rules as an answer has them: the checks of {@link Rules} are of what comes in. */
const Shown = z.strictObject({
  tiers: z.array(
    z.strictObject({ fromNaira: Decimal, approvals: z.int(), by: z.enum(["finance", "admin"]) }),
  ),
  newAccount: z.nullable(z.strictObject({ coolOffHours: z.int() })),
  payeeChange: z.boolean(),
  nameConfirmed: z.nullable(z.strictObject({ fromNaira: Decimal, months: z.int() })),
  personDayNaira: z.nullable(Decimal),
  transferNaira: z.nullable(Decimal),
  businessDayNaira: z.nullable(Decimal),
});

const longestReason = 500;
export const reason = z.string("Say why.").check(
  z.refine((text) => /[\p{L}\p{N}]/u.test(text), "Say why, so that others can follow it."),
  z.refine((text) => text.length <= longestReason, `Use at most ${longestReason} characters.`),
);

/** `POST /api/approvals/{id}/decision`: of exactly what the person saw. */
export const DecisionInput = z
  .strictObject({
    decision: z.enum(["approve", "decline"], "Choose approve or decline."),
    subjectHash: z.string("Say what you saw.").check(z.regex(/^[0-9a-f]{64}$/, "This is not a hash.")),
    acceptedQuote: z.optional(acceptedQuote),
    reason: z.optional(reason),
    lastFour: z.optional(z.string().check(z.regex(/^\d{4}$/, "Type the last four digits of the account."))),
    confirmSeparate: z.optional(z.boolean()),
    confirmReference: z.optional(z.boolean()),
    confirmOddQuote: z.optional(z.boolean()),
  })
  .check(
    z.check(({ value, issues }) => {
      if (value.decision === "approve" || value.reason !== undefined) return;
      issues.push({ code: "custom", path: ["reason"], message: "Say why.", input: value.reason });
    }),
  );
export type DecisionInput = z.output<typeof DecisionInput>;

const End = z.strictObject({ bankName: z.string(), accountLastFour: z.string(), accountName: z.string() });
/** `GET /api/approvals/export`: whole days in the business's time zone, both included, in which it was asked for. */
export const EvidenceInput = z.strictObject({ from: z.optional(day), to: z.optional(day) }).check(areInOrder);
export type EvidenceInput = z.output<typeof EvidenceInput>;

const entry = {
  id: z.string(),
  kind: z.enum(["transfer", "payee_version", "rules", "batch"]),
  subjectId: told(
    "The transfer’s or the batch’s ID, that of the rules, or a payee’s with the number of the version.",
  ),
  maker: z.strictObject({ id: z.string(), name: z.string() }),
  askedAt: Moment,
  expiresAt: Moment,
  state: z.enum(["waiting", "approved", "declined", "withdrawn", "expired"]),
  payout: z.nullable(
    z.strictObject({
      amount: Decimal,
      token: z.string(),
      naira: z.nullable(Decimal),
      accountName: z.string(),
      accountLastFour: z.string(),
      bankName: z.string(),
      accountChangedAt: z
        .nullable(Moment)
        .check(z.describe("When the account of the payee was changed, in the last 30 days.")),
      sum: z
        .nullable(Decimal)
        .check(z.describe("Naira to the account within 24 hours, where it is one part of that sum.")),
    }),
  ),
  payee: z
    .nullable(
      z.strictObject({
        id: z.uuid(),
        version: z.int(),
        name: z.string(),
        from: z.nullable(End).check(z.describe("The account until then; null for a new payee.")),
        to: End,
        howChecked: z.nullable(z.string()),
      }),
    )
    .check(z.describe("The account that is asked for, of a payee.")),
  batch: z.nullable(
    z.strictObject({
      name: z.string(),
      rows: z.int(),
      naira: Decimal.check(z.describe("What all rows pay out, by the rates when it was asked for.")),
      sums: z
        .array(z.strictObject({ token: z.string(), amount: Decimal }))
        .check(z.describe("The most that each token may take.")),
    }),
  ),
  needed: Approvers,
  given: Approvers,
  why: told("Why it waits, in words."),
  mine: z
    .enum(["decide", "asked", "approved", "cannot"])
    .check(z.describe("What the person who asks can do, or has done.")),
  cannotWhy: z.nullable(z.string()),
};
export const ApprovalEntry = z.strictObject(entry);
export type ApprovalEntry = z.output<typeof ApprovalEntry>;

const EndedApproval = z.strictObject({ ...entry, endedAt: z.nullable(Moment) });
export type EndedApproval = z.output<typeof EndedApproval>;

export const ApprovalQueue = z.strictObject({
  yours: z.array(ApprovalEntry).check(z.describe("What the person can decide, oldest first.")),
  others: z.array(ApprovalEntry).check(z.describe("What waits for others, oldest first.")),
  waiting: z
    .int()
    .check(z.describe("How many wait; where it is more than are listed, there may be more still.")),
  ended: z
    .array(EndedApproval)
    .check(z.describe("The newest that were decided, withdrawn or left to expire, newest first.")),
});
export type ApprovalQueue = z.output<typeof ApprovalQueue>;

export const ApprovalCount = z.strictObject({
  yours: z.int().check(z.describe("How many the person can decide; 51 stands for more than 50.")),
});

const Decision = z.strictObject({
  person: z.string(),
  role: z.enum(roles),
  decision: z.enum(["approved", "declined"]),
  at: Moment,
  output: z.nullable(Decimal),
  voidedWhy: z.nullable(told("Why it counts no more.")),
  lately: z.nullable(told("What was done to this person in the 30 days before, such as joining.")),
});

export const ApprovalDetail = z.strictObject({
  ...entry,
  subjectHash: z.string(),
  reason: z.nullable(told("Of a declined one.")),
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(Moment),
  decisions: z.array(Decision),
  canApprove: Approvers,
  needsLastFour: z.boolean().check(z.describe("The approver types the last four digits of the account.")),
  confirmed: z.array(z.string()).check(z.describe("What the maker confirmed, in words.")),
  changed: z.array(z.string()).check(z.describe("What has changed since it was asked for, in words.")),
  nameConfirmed: z.nullable(NameConfirmation).check(z.describe("Of the payee that is paid.")),
  newest: z.array(
    z.strictObject({
      id: z.string(),
      amount: Decimal,
      token: z.string(),
      createdAt: Moment,
      status: z.string(),
    }),
  ),
  rules: z.nullable(z.strictObject({ before: Shown, after: Shown })),
  rows: z
    .array(
      z.strictObject({
        accountName: z.string(),
        accountLastFour: z.string(),
        bankName: z.string(),
        amount: Decimal,
        token: z.string(),
        naira: z.nullable(Decimal),
        isWish: z
          .boolean()
          .check(z.describe("The naira are fixed, and the amount is the most that it may take.")),
      }),
    )
    .check(z.describe("Of a batch, every row, in its order.")),
});
export type ApprovalDetail = z.output<typeof ApprovalDetail>;

const number = z
  .string("Give the number of the rules that you saw.")
  .check(z.regex(/^(0|[1-9]\d{0,6})$/, "This is not the number of rules."));

/** `POST /api/controls`. `after`: the number of the newest rules that the admin saw. */
export const RulesInput = z.strictObject({ after: number, rules: Rules });
export type RulesInput = z.output<typeof RulesInput>;
export const PreviewInput = z.strictObject({ rules: Rules });

const Version = z.strictObject({
  n: z.int(),
  rules: Shown,
  by: z.nullable(told("Who set them; null: a command on the server.")),
  reason: z.nullable(told("Of a command.")),
  effectiveAt: Moment,
});

export const ControlsState = z.strictObject({
  n: z.int().check(z.describe("Of the newest rules, also of those that count later; 0 where none were set.")),
  rules: Shown,
  set: z.nullable(Version),
  pending: z.nullable(
    z
      .strictObject({ ...Version.shape, requestId: z.string() })
      .check(z.describe("Looser rules, which count later or once a second admin agrees.")),
  ),
  people: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      role: z.enum(roles),
      lacks: z.array(z.string()).check(z.describe("What keeps the person from approving, in words.")),
    }),
  ),
  unmet: z.array(z.string()).check(z.describe("Whose payouts the rules would leave without approvers.")),
});
export type ControlsState = z.output<typeof ControlsState>;

export const ControlsPreview = z.strictObject({
  days: z.int(),
  transfers: z.int().check(z.describe("Created in these days; only the newest 10,000 are looked at.")),
  waits: z.int().check(z.describe("How many of them would have waited.")),
  refused: z.int().check(z.describe("How many would have been above a limit.")),
  effect: z
    .enum(["none", "tighter", "looser"])
    .check(z.describe("`looser` counts later, or once a second admin agrees.")),
  unmet: z.array(z.string()),
});
export type ControlsPreview = z.output<typeof ControlsPreview>;
