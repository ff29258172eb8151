import { hasLesserName } from "#lib/table/find-table";
import type { Column } from "#lib/table/table";
import { plainWords } from "#lib/text/plain-words";
import { quoted } from "./cells";
import { type PayoutField, payoutFields } from "./payout-fields";

/** What the names of the columns of amounts say of their unit, and what they don't. */

type Columns = readonly Column<PayoutField>[];

/** The name of the column of amounts, where it doesn't say whether they are naira or a token: a person has to. */
export function unsaidAmount(columns: Columns): string | null {
  const amount = payoutFields.find(({ id }) => id === "amount");
  const column = columns.find(({ field }) => field === "amount");
  if (amount === undefined || column === undefined || !hasLesserName(column.name, amount)) return null;
  return column.name;
}

/** Hundredths would be paid out a hundred times. Returns what to do about such a column; `undefined` where there is none. */
export function minorUnitsIn(columns: Columns): string | undefined {
  const isOfAmounts = ({ field }: Columns[number]) => field === "amount" || field === "naira";
  const column = columns.find((each) => isOfAmounts(each) && isMinor(each.name));
  if (column === undefined) return undefined;
  return `The column ${quoted(column.name)} is in hundredths, such as kobo or cents, and would be paid out a hundred times. Divide it by 100, call it Naira or Amount, and bring it again.`;
}

const minorWord = /^(?:kobos?|cents?|pence|minor|subunits?)$|kobos?$|^kobo|(?<!per)cents$/;

function isMinor(name: string): boolean {
  return plainWords(name.replace(/[_\d]/g, " ").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")).some((word) =>
    minorWord.test(word),
  );
}
