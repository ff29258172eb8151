import * as z from "zod/mini";

/** A person's own choices of mail. */

export const MailChoices = z.strictObject({
  isSetUp: z.boolean().check(z.describe("Whether this server sends e-mail at all.")),
  needsYou: z
    .nullable(z.boolean())
    .check(z.describe("Transfers that need somebody; null for a role that doesn't get these.")),
  daySummary: z.boolean().check(z.describe("The figures of the day before, on weekdays.")),
  approvals: z
    .nullable(z.boolean())
    .check(
      z.describe(
        "What waits for an approval; null for a role that doesn't get these, and while nothing asks for approvals.",
      ),
    ),
});
export type MailChoices = z.output<typeof MailChoices>;

/** What is left out stays as it is. */
export const MailChoiceInput = z.strictObject({
  needsYou: z.optional(z.boolean("Say whether these are sent.")),
  daySummary: z.optional(z.boolean("Say whether these are sent.")),
  approvals: z.optional(z.boolean("Say whether these are sent.")),
});
export type MailChoiceInput = z.infer<typeof MailChoiceInput>;
