import type { MonthFigures } from "#lib/features/books/month-answers";
import { type DateOrder, type MonthFile, rowsOfBooksFile } from "#lib/features/books/month-inputs";
import type { MonthFileQuery } from "./month-file-call";

/** `rows`: at most so many, for what is back again was not always paid before. */
export type Currency = { currency: string; isReceived: boolean; rows: number };
export type BooksChoice = { currency: string; dates: DateOrder; part: number };

const received = "NGN";

/** A file for the books holds one of them: a token’s payouts, or what arrived. */
export function currenciesOf({ tokens, received: sources }: MonthFigures): Currency[] {
  const arrived = sources
    .filter(({ currency, source }) => currency === received && source === "own_statement")
    .reduce((sum, { recorded, withdrawn }) => sum + recorded.count + withdrawn.count, 0);
  return [
    ...tokens.map(({ token, paid, back }) => ({
      ...{ currency: token, isReceived: false, rows: paid.count + back.count },
    })),
    { currency: received, isReceived: true, rows: arrived },
  ].filter(({ rows }) => rows > 0);
}

export function partsOf({ rows }: Currency): number {
  return Math.ceil(rows / rowsOfBooksFile);
}

export function queryOf(
  format: MonthFile,
  books: BooksChoice,
  currencies: readonly Currency[],
): MonthFileQuery {
  if (format === "csv" || format === "xlsx") return { format };
  const { currency, dates, part } = books;
  const chosen = currencies.find((each) => each.currency === currency);
  const hasParts = chosen !== undefined && partsOf(chosen) > 1;
  return { format, token: currency, dates, ...(hasParts && { part: `${part}` }) };
}
