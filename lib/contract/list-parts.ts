import * as z from "zod/mini";

/** What the lists' inputs share. */

export const pageLimit = z._default(
  z.pipe(
    z.string().check(z.regex(/^([1-9]\d?|100)$/, "Use a limit from 1 to 100.")),
    z.transform((text) => Number.parseInt(text, 10)),
  ),
  25,
);

/** A calendar day, such as `2026-11-20`. */
export const day = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
      "Give a day as year-month-day, such as 2026-11-20.",
    ),
  );

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal && text >= "2000-01-01" && text < "9999-01-01";
}

export const areInOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ["to"], error: "The last day is before the first day." },
);
