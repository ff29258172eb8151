import { isLosslessNumber, LosslessNumber, parse, stringify } from "lossless-json";
import * as z from "zod/mini";
import { type Amount, readDecimal } from "#lib/money/money";

/** The one place where decimal text becomes a JSON number and back, by its literal text: no double is ever between. */

/** Every number stays a `LosslessNumber`. Throws `SyntaxError`. */
export function readJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    // Deep nesting overflows the parser's stack: to the caller it is one more unreadable document.
    if (error instanceof RangeError) throw new SyntaxError("The JSON is nested too deeply.");
    throw error;
  }
}

/** `undefined` for what is no JSON. */
export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** A `LosslessNumber` is written as its literal. */
export function writeJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError("This value has no JSON form.");
  return text;
}

/** Returns the literal of a number that {@link readJson} read, or `undefined` for anything else. */
export function numberText(value: unknown): string | undefined {
  return isLosslessNumber(value) ? value.value : undefined;
}

function decoded(text: string, context: { issues: z.core.$ZodRawIssue[]; value: unknown }): Amount {
  const amount = readDecimal(text);
  if (amount !== undefined) return amount;
  context.issues.push({
    code: "custom",
    message: "must be a number of at most 40 digits and 18 decimals",
    input: context.value,
  });
  return z.NEVER;
}

/** For what is sent: a number on the wire, decimal text inside; a string is refused. */
export const WireAmount = z.codec(
  z.custom<LosslessNumber>(isLosslessNumber, "must be a number"),
  z.custom<Amount>((value) => typeof value === "string"),
  {
    decode: (number, context) => decoded(number.value, context),
    encode: (amount) => new LosslessNumber(amount),
  },
);

/** For what is read: services send amounts as a number or a string. */
export const ReadAmount = z.pipe(
  z.union([z.custom<LosslessNumber>(isLosslessNumber), z.string()], "must be a number"),
  z.transform((value, context): Amount => decoded(typeof value === "string" ? value : value.value, context)),
);
