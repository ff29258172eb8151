import * as z from "zod/mini";
import type { TableLimits } from "./table";

/** What an operation takes of a table: a file or a paste, and where its columns are. */

/** As text: a JSON number stays what was sent, and is no number here. */
const place = (most: number, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^(0|[1-9]\d{0,4})$/, message)),
    z.transform((text) => Math.min(Number.parseInt(text, 10), most)),
  );
export const lineNumber = place(99_999, "This is not the number of a line.");
const column = z.optional(place(16_383, "This is not the number of a column."));

const mb = 1024 * 1024;

export function sourceOf({ mostBytes }: TableLimits) {
  // Base64 takes four letters for three bytes; a small part more is let in, to be refused with its size.
  const mostBase64 = Math.ceil((mostBytes * 1.5 * 4) / 3);
  const most = `the most is ${mostBytes / mb} MB`;
  return {
    file: z.optional(
      z
        .base64("The file must be in base64.")
        .check(z.maxLength(mostBase64, `The file is too large: ${most}.`)),
    ),
    text: z.optional(
      z.string("The text must be text.").check(z.maxLength(mostBytes, `The text is too long: ${most}.`)),
    ),
    sheet: z.optional(z.string().check(z.maxLength(100, "This is not the name of a sheet."))),
  };
}

export function mappingOf<Id extends string>(fields: readonly Id[]) {
  const columns = Object.fromEntries(fields.map((id) => [id, column])) as Record<Id, typeof column>;
  return z.strictObject({ headerLine: z.nullable(lineNumber), columns: z.strictObject(columns) });
}
