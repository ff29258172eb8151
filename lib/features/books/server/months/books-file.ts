import { stringify } from "csv-stringify/sync";
import { Problem } from "#lib/contract/problem";
import type { Movement } from "#lib/features/books/month-answers";
import type { DateOrder, MonthFile } from "#lib/features/books/month-inputs";
import { compareAmounts } from "#lib/money/amount";
import { roundAmount } from "#lib/money/money";
import { dayOf } from "#lib/text/zone-day";

/**
 * What programs for the books import: `Date,Description,Amount` of QuickBooks, `Date,Amount,Payee,Description,Reference` of
 * Xero. Invariant: one currency a file; what left is negative; nothing is rounded.
 */

const mostDecimals = 2;
/** Both cut longer ones. */
const mostText = 120;

/** `day`: where it is another than that of the movement. */
export type BooksLine = { movement: Movement; sign: "" | "-"; day?: string | undefined };

/** Throws `invalid_input` for an amount that a program for the books would round. */
export function booksFile(
  form: Extract<MonthFile, "quickbooks" | "xero">,
  lines: readonly BooksLine[],
  { dates, timeZone }: { dates: DateOrder; timeZone: string },
): string {
  const records = lines.map(({ movement, sign, day }) => {
    const { at, accountName, reference, transferId } = movement;
    const date = dateOf(day ?? dayOf(Date.parse(at), timeZone), dates);
    const amount = `${sign}${amountOf(movement)}`;
    const description = `${whatWords[movement.kind]} ${reference ?? transferId}`;
    return form === "quickbooks"
      ? [date, plain(`${description}, ${accountName}`), amount]
      : [
          date,
          amount,
          plain(accountName, "Payee "),
          plain(description),
          plain(reference ?? transferId, "Ref "),
        ];
  });
  return stringify([columns[form], ...records], { record_delimiter: "windows" });
}

const columns = {
  quickbooks: ["Date", "Description", "Amount"],
  xero: ["Date", "Amount", "Payee", "Description", "Reference"],
};

const whatWords: Record<Movement["kind"], string> = {
  created: "Created",
  back: "Payout came back",
  paid: "Payout",
  failed: "Failed",
  never: "Never went ahead",
  received: "Received",
  received_withdrawn: "Received, taken back",
};

function amountOf({ amount, transferId }: Movement): string {
  const rounded = roundAmount(amount, mostDecimals);
  if (compareAmounts(rounded, amount) === 0) return rounded;
  throw new Problem("invalid_input", "No file was made. A program for the books would round an amount.", {
    errors: [
      {
        path: "token",
        message: `Transfer ${transferId} is of ${amount}, and a file for the books takes 2 decimals.`,
      },
    ],
  });
}

/** A spreadsheet takes what starts with a word for a text. */
function plain(text: string, word = ""): string {
  const one = text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, mostText);
  return word !== "" && !/^\p{L}/u.test(one) ? `${word}${one}` : one;
}

function dateOf(day: string, order: DateOrder): string {
  const [year, month, date] = day.split("-");
  if (order === "year_month_day") return day;
  return order === "month_day" ? `${month}/${date}/${year}` : `${date}/${month}/${year}`;
}
