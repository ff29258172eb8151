import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { type DateOrder, dateOrders, rowsOfBooksFile } from "#lib/features/books/month-inputs";
import { formatCount } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { type BooksChoice, type Currency, partsOf } from "./books-choice";

const dateWords: Record<DateOrder, string> = {
  day_month: "Day first: 31/12/2026",
  month_day: "Month first: 12/31/2026",
  year_month_day: "Year first: 2026-12-31",
};

type Props = {
  choice: BooksChoice;
  currencies: readonly Currency[];
  onChoose: (choice: BooksChoice) => void;
};

/** What a program for the books asks of its file. */
export function BooksFields({ choice, currencies, onChoose }: Props) {
  const chosen = currencies.find(({ currency }) => currency === choice.currency);
  const parts = chosen === undefined ? 1 : partsOf(chosen);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Currency" hint="A file holds one.">
        {(wiring) => (
          <Select
            {...wiring}
            value={choice.currency}
            onChange={({ target }) => onChoose({ ...choice, currency: target.value, part: 1 })}
          >
            {currencies.map(({ currency, isReceived }) => (
              <option key={currency} value={currency}>
                {isReceived ? "NGN: into own accounts" : `${showInvisible(currency)}: what was paid out`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Days" hint="As your books are set.">
        {(wiring) => (
          <Select
            {...wiring}
            value={choice.dates}
            onChange={({ target }) => onChoose({ ...choice, dates: target.value as DateOrder })}
          >
            {dateOrders.map((order) => (
              <option key={order} value={order}>
                {dateWords[order]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {parts > 1 && (
        <Field
          label="Part"
          hint={`${formatCount(parts)} files, each of ${formatCount(rowsOfBooksFile)} rows at most: bring each once.`}
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={choice.part}
              onChange={({ target }) => onChoose({ ...choice, part: Number(target.value) })}
            >
              {Array.from({ length: parts }, (_, at) => at + 1).map((part) => (
                <option key={part} value={part}>
                  {`${formatCount(part)} of ${formatCount(parts)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
