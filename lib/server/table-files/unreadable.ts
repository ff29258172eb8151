import { Problem } from "#lib/contract/problem";

/** What can't be read is refused as a whole, with what to do. */
export function unreadable(detail: string, cause?: unknown): Problem {
  return new Problem("unreadable_file", detail, { cause });
}

export const saveAsCsv = "Save it as CSV UTF-8 or as .xlsx, and choose that file.";

/** What is over a limit, with how much of it there is. */
export function tooMuch(what: string, has: number, most: number, more = ""): Problem {
  const count = (number: number) => number.toLocaleString("en");
  return unreadable(`It has ${count(has)} ${what}; the most is ${count(most)}.${more}`);
}
