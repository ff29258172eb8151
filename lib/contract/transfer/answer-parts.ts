import * as z from "zod/mini";
import type { Amount } from "#lib/money/money";

/** What the schemas of our answers are made of. */

/** The brand says that nobody made a number of it. */
export const Decimal = z.string().check(z.regex(/^-?\d{1,60}(\.\d{1,18})?$/)) as unknown as z.ZodMiniType<
  Amount,
  Amount
>;
/** ISO 8601 in UTC. */
export const Moment = z.iso.datetime();
export const told = (text: string) => z.string().check(z.describe(text));
