import * as z from "zod/mini";
import { isVisible, recipient, versionNumber } from "./api";
import { Decimal, Moment } from "./transfer/answer-parts";

/** People who are paid again. Lists have the last four digits; the whole number is asked for, and that is logged. */

const name = z.pipe(
  z.string("Enter a name for the payee.").check(
    z.refine((text) => text.trim() !== "", "Enter a name for the payee."),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
    z.maxLength(100, "The name is too long: use at most 100 characters."),
  ),
  z.transform((text) => text.trim().normalize("NFC")),
);

/** `uses` says no more. */
export const mostUsesCounted = 50;

const account = {
  ...recipient,
  bankName: z.optional(
    z.string("The bank's name must be text.").check(z.maxLength(300, "This is not a bank's name.")),
  ),
};

const howChecked = z.pipe(
  z.string("Say how you checked the new account.").check(
    z.refine((text) => text.trim() !== "", "Say how you checked the new account."),
    z.refine((text) => isVisible(text.replace(/\s/g, " ")), "The text contains an invisible character."),
    z.maxLength(500, "Use at most 500 characters."),
  ),
  z.transform((text) => text.trim()),
);

/** Needed where another payee has, or had, this name with another account. */
const howCheckedIfKnown = z.optional(howChecked);

/** `POST /api/payees`. */
export const PayeeInput = z.strictObject({ name, ...account, howChecked: howCheckedIfKnown });
export type PayeeInput = z.input<typeof PayeeInput>;

/** `PATCH /api/payees/{id}`. */
export const PayeeChange = z.union([
  z.strictObject({ name, howChecked: howCheckedIfKnown }),
  z.strictObject({
    isArchived: z.boolean("Say whether the payee is archived."),
    howChecked: howCheckedIfKnown,
  }),
]);
export type PayeeChange = z.input<typeof PayeeChange>;

/** `POST /api/payees/{id}/versions`. */
export const PayeeVersionInput = z.strictObject({
  /** The number of the current version. */
  after: versionNumber,
  ...account,
  howChecked,
});
export type PayeeVersionInput = z.input<typeof PayeeVersionInput>;
export type CheckedVersionInput = z.output<typeof PayeeVersionInput>;

export const waysToConfirm = ["called_back", "bank_app", "document"] as const;

const note = z.pipe(
  z.string("Say more.").check(
    z.refine((text) => isVisible(text.replace(/\s/g, " ")), "The text contains an invisible character."),
    z.maxLength(500, "Use at most 500 characters."),
  ),
  z.transform((text) => text.trim() || undefined),
);

/** `POST /api/payees/{id}/name`: of the account that the person looked at. */
export const NameConfirmationInput = z
  .strictObject({
    version: versionNumber,
    how: z.enum(waysToConfirm, "Say how you confirmed the name."),
    shownName: z.optional(
      z
        .string()
        .check(
          z.refine(isVisible, "The name contains an invisible character. Type it again."),
          z.maxLength(200, "Use at most 200 characters."),
        ),
    ),
    note: z.optional(note),
  })
  .check(
    z.check(({ value, issues }) => {
      const { how, shownName = "", note: text } = value;
      const refuse = (path: string, message: string) =>
        issues.push({ code: "custom", path: [path], message, input: value });
      if (how === "bank_app" && shownName.trim() === "")
        refuse("shownName", "Type the name that the app showed.");
      if (how === "called_back" && !/\d{4}/.test(text ?? ""))
        refuse("note", "Say whom you called, with the last four digits of the number.");
      if (how === "document" && text === undefined) refuse("note", "Say which document you saw.");
    }),
  );
export type NameConfirmationInput = z.output<typeof NameConfirmationInput>;

/** `POST /api/payees/{id}/withdrawal`. */
export const ProposalInput = z.strictObject({ version: versionNumber });

/** `GET /api/payees`. */
export const PayeeListInput = z.strictObject({
  q: z.optional(z.string().check(z.maxLength(100, "Search with at most 100 characters."))),
  archived: z.optional(z.literal("yes", "Set this filter to yes, or leave it out.")),
  /** New ones that nobody has agreed to yet. */
  waiting: z.optional(z.literal("yes", "Set this filter to yes, or leave it out.")),
});
export type PayeeListInput = z.output<typeof PayeeListInput>;

const end = { bankName: z.string(), accountLastFour: z.string() };
const AccountChange = z.strictObject({
  at: Moment,
  by: z.nullable(z.string()),
  agreedBy: z.nullable(z.string()).check(z.describe("Who agreed to it, where somebody had to.")),
  from: z
    .nullable(z.strictObject(end))
    .check(
      z.describe(
        "The account before, or another payee’s of this name; `null` where that has no such name now.",
      ),
    ),
  to: z.strictObject(end),
});
export type AccountChange = z.output<typeof AccountChange>;

const Proposal = z.strictObject({
  n: z.int(),
  ...end,
  accountName: z.string(),
  howChecked: z.nullable(z.string()),
  at: Moment,
  by: z.nullable(z.string()),
  byEmail: z.nullable(z.string()),
});
export type Proposal = z.output<typeof Proposal>;

export const NameConfirmation = z.strictObject({
  how: z.enum(waysToConfirm),
  shownName: z.nullable(z.string()).check(z.describe("The name that the bank’s app showed.")),
  note: z.nullable(z.string()),
  at: Moment,
  by: z.nullable(z.string()),
});
export type NameConfirmation = z.output<typeof NameConfirmation>;

const payee = {
  id: z.uuid(),
  name: z.string(),
  isArchived: z.boolean(),
  isAgreed: z.boolean().check(z.describe("False for a new one that nobody has agreed to: it can’t be paid.")),
  version: z.int().check(z.describe("The number of the current version.")),
  bankCode: z.string(),
  ...end,
  accountName: z.string(),
  uses: z.int().check(z.describe(`Transfers to the payee within 90 days; counted up to ${mostUsesCounted}.`)),
  change: z
    .nullable(AccountChange)
    .check(
      z.describe(
        "The newest account change, for 30 days: also where another payee had this name with another account.",
      ),
    ),
  proposal: z
    .nullable(Proposal)
    .check(z.describe("An account that waits until a second person agrees. The current one can be paid.")),
};
export const Payee = z.strictObject(payee);
export type Payee = z.output<typeof Payee>;

export const PayeeList = z.strictObject({
  payees: z.array(Payee).check(z.describe("The 50 most used that fit.")),
  total: z.int().check(z.describe("How many fit.")),
});
export type PayeeList = z.output<typeof PayeeList>;

const PayeeVersion = z.strictObject({
  n: z.int(),
  bankCode: z.string(),
  ...end,
  accountName: z.string(),
  howChecked: z.nullable(z.string()),
  state: z.enum(["proposed", "current", "past", "declined", "withdrawn", "expired"]),
  at: Moment,
  by: z.nullable(z.string()),
  decision: z
    .nullable(z.strictObject({ by: z.nullable(z.string()), at: Moment, reason: z.nullable(z.string()) }))
    .check(z.describe("How its wait for a second person ended, where it had to wait.")),
});
export type PayeeVersion = z.output<typeof PayeeVersion>;

export const PayeeWithHistory = z.strictObject({
  ...payee,
  versions: z.array(PayeeVersion).check(z.describe("Newest first.")),
  nameConfirmed: z
    .nullable(NameConfirmation)
    .check(z.describe("The newest confirmation of the current account’s name.")),
  totals: z
    .array(z.strictObject({ token: z.string(), transfers: z.int(), paid: z.int(), paidAmount: Decimal }))
    .check(z.describe("Of the newest 10,000 transfers to the payee, by token.")),
  isMore: z.boolean().check(z.describe("There are more transfers than were counted.")),
  accountTransfer: z
    .nullable(z.uuid())
    .check(
      z.describe("The newest transfer to the current account; as the filter `account` it lists them all."),
    ),
});
export type PayeeWithHistory = z.output<typeof PayeeWithHistory>;

export const PayeeAccount = z.strictObject({
  version: z.int(),
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
});
export type PayeeAccount = z.output<typeof PayeeAccount>;
