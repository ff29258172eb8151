import { isLosslessNumber, LosslessNumber, parse, stringify } from "lossless-json";
import * as z from "zod/mini";
import { type Amount, readDecimal } from "#lib/money/money";

/**
 * The one place where decimal text becomes a JSON number and back.
 * Numbers are read from the text of the document and written as the literal they were, so no double is ever between.
 */

/** Reads a JSON document; every number in it stays a `LosslessNumber`. Throws `SyntaxError` for anything else. */
export function readJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    // Deep nesting overflows the parser's stack: to the caller it is one more document that cannot be read.
    if (error instanceof RangeError) throw new SyntaxError("The JSON is nested too deeply.");
    throw error;
  }
}

/** Writes a JSON document; a `LosslessNumber` goes out as its literal. */
export function writeJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError("This value has no JSON form.");
  return text;
}

/** Gives the literal text of a number that {@link readJson} read, or `undefined` when the value is no number. */
export function numberText(value: unknown): string | undefined {
  return isLosslessNumber(value) ? value.value : undefined;
}

function decoded(text: string, context: { issues: z.core.$ZodRawIssue[]; value: unknown }): Amount {
  const amount = readDecimal(text);
  if (amount !== undefined) return amount;
  context.issues.push({ code: "custom", message: "must be a finite number", input: context.value });
  return z.NEVER;
}

/** A number on the wire, decimal text inside; strict: a string is refused. Used for what is sent. */
export const WireAmount = z.codec(
  z.custom<LosslessNumber>(isLosslessNumber, "must be a number"),
  z.custom<Amount>((value) => typeof value === "string"),
  {
    decode: (number, context) => decoded(number.value, context),
    encode: (amount) => new LosslessNumber(amount),
  },
);

/** A number on the wire, or the same in a string (services send amounts as either). Used for what is read. */
export const ReadAmount = z.pipe(
  z.union([z.custom<LosslessNumber>(isLosslessNumber), z.string()], "must be a number"),
  z.transform((value, context): Amount => decoded(typeof value === "string" ? value : value.value, context)),
);
