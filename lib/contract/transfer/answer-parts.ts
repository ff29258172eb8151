import * as z from "zod/mini";
import type { Amount } from "#lib/money/money";

/** What the schemas of our answers are made of. */

/** Two hundred deposits of the most that a token can carry have 80 digits. The brand says that nobody made a number of it. */
export const Decimal = z.string().check(z.regex(/^-?\d{1,80}(\.\d{1,18})?$/)) as unknown as z.ZodMiniType<
  Amount,
  Amount
>;
/** ISO 8601 in UTC. */
export const Moment = z.iso.datetime();
export const told = (text: string) => z.string().check(z.describe(text));
