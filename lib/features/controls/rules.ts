import * as z from "zod/mini";
import { payouts } from "#lib/contract/payouts";
import { numberText } from "#lib/contract/wire";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { type Approvers, anyone, stricterOf } from "./approvers";

/**
 * One version of a business's rules for payouts, whole: each rule is stated, so that nobody switches one off by leaving it
 * out. Amounts are naira, as decimal text; numbers come as JSON numbers or as text.
 */

const [{ minorDigits }] = payouts;
const mostTiers = 3;

const naira = z.pipe(
  z.string('Give the amount in naira as text in quotes, such as "1000000".'),
  z.transform((text, context): Amount => {
    const parsed = parseAmount(text, minorDigits);
    if (parsed.ok) return parsed.amount;
    context.issues.push({ code: "custom", message: parsed.message, input: text });
    return z.NEVER;
  }),
);

function whole(least: number, most: number, message: string) {
  const read = (value: unknown) => {
    const text = typeof value === "string" || typeof value === "number" ? `${value}` : numberText(value);
    const number = /^(0|[1-9]\d{0,3})$/.test(text ?? "") ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
  return z.pipe(
    z.unknown().check(z.refine((value) => read(value) !== undefined, message)),
    z.transform((value) => read(value) ?? least),
  );
}

const Tier = z.strictObject(
  {
    /** Of all that goes to one account within 24 hours, or in one batch. */
    fromNaira: naira,
    approvals: whole(1, 2, "Choose 1 or 2 approvals."),
    /** The least role of those who approve. */
    by: z.enum(["finance", "admin"], "Choose finance or admin."),
  },
  "Give each tier an amount, a number of approvals, and who approves.",
);
export type Tier = z.output<typeof Tier>;

const tiers = z.array(Tier, "List the tiers, or leave the list empty.").check(
  z.maxLength(mostTiers, `Use at most ${mostTiers} tiers.`),
  z.check((context) => {
    const amounts = context.value.map(({ fromNaira }) => fromNaira);
    for (const [at, amount] of amounts.entries())
      if (amounts.slice(0, at).some((earlier) => compareAmounts(earlier, amount) === 0))
        context.issues.push({
          code: "custom",
          path: [at, "fromNaira"],
          message: "Another tier starts from this amount.",
          input: amount,
        });
  }),
);

const limit = z.nullable(naira);

export const Rules = z.strictObject({
  tiers,
  /** An account that nothing was paid to yet, or that was saved or changed within these hours, waits for one approval. */
  newAccount: z.nullable(
    z.strictObject({ coolOffHours: whole(0, 720, "Use 0 to 720 hours.") }, "Give the hours, or null."),
  ),
  /** A change of a saved payee's account waits for one approval. */
  payeeChange: z.boolean("Say whether a change of a payee's account waits: true or false."),
  /** From this amount to one account within 24 hours, its name must have been confirmed at most so many months ago. */
  nameConfirmed: z.nullable(
    z.strictObject(
      { fromNaira: naira, months: whole(1, 60, "Use 1 to 60 months.") },
      "Give an amount and the months, or null.",
    ),
  ),
  /** What one person creates in a day; more waits for an admin. */
  personDayNaira: limit,
  transferNaira: limit,
  businessDayNaira: limit,
});
export type Rules = z.output<typeof Rules>;

export const noRules: Rules = {
  tiers: [],
  newAccount: null,
  payeeChange: false,
  nameConfirmed: null,
  personDayNaira: null,
  transferNaira: null,
  businessDayNaira: null,
};

/** Whether any rule needs the naira: then nothing goes without a quote, and no odd quote is accepted. */
export function needsNaira(rules: Rules): boolean {
  const { tiers, nameConfirmed, personDayNaira, transferNaira, businessDayNaira } = rules;
  return (
    tiers.length > 0 ||
    [nameConfirmed, personDayNaira, transferNaira, businessDayNaira].some((rule) => rule !== null)
  );
}

export function neededBy({ approvals, by }: Tier): Approvers {
  return { people: approvals, admins: by === "admin" ? approvals : 0 };
}

/** The most that any payout or change can need. A person's day is left out: where there is no admin, it refuses. */
export function mostNeeded({ tiers, newAccount, payeeChange }: Rules): Approvers {
  const all = tiers.map(neededBy);
  if (newAccount !== null || payeeChange) all.push(anyone);
  return all.reduce(stricterOf, { people: 0, admins: 0 });
}
