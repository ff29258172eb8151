import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Choice } from "#components/form/choice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { saveFile } from "#lib/calls/export/save-file";
import type { MonthFigures } from "#lib/features/books/month-answers";
import { type MonthFile, monthFiles } from "#lib/features/books/month-inputs";
import { countOf } from "#lib/words/tables/table-words";
import { type BooksChoice, currenciesOf, queryOf } from "./books-choice";
import { BooksFields } from "./books-fields";
import { exportMonth } from "./month-file-call";

type Props = { month: string; name: string; figures: MonthFigures; onEnd: () => void };

const fileWords: Record<MonthFile, { title: string; hint: string }> = {
  csv: {
    title: "Spreadsheet (CSV)",
    hint: "Every movement of the month. A closed month’s last row has its hash.",
  },
  xlsx: { title: "Excel (.xlsx)", hint: "The same, with dates and amounts as a spreadsheet takes them." },
  quickbooks: { title: "QuickBooks", hint: "Date, description and amount; what was paid out is negative." },
  xero: { title: "Xero", hint: "Date, amount, payee, description and reference." },
};

/** An incomplete export is not saved. */
export function ExportDialog({ month, name, figures, onEnd }: Props) {
  const group = useId();
  const [format, setFormat] = useState<MonthFile>("csv");
  const currencies = currenciesOf(figures);
  const [books, setBooks] = useState<BooksChoice>({
    currency: currencies[0]?.currency ?? "",
    dates: "day_month",
    part: 1,
  });
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (query: Parameters<typeof exportMonth>[1]) => exportMonth(month, query),
    onSuccess: (saved) => saveFile(saved.file, saved.name),
  });
  const isForBooks = format === "quickbooks" || format === "xero";
  const isEmpty = isForBooks && currencies.length === 0;

  function choose(next: () => void) {
    next();
    reset();
  }

  function download(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty) mutate(queryOf(format, books, currencies));
  }

  return (
    <Dialog title={`Export ${name}`} isPending={isPending} onClose={onEnd}>
      <p>Each export is in the audit log, with the file’s hash.</p>
      <form noValidate onSubmit={download} className="space-y-4">
        <fieldset className="space-y-2">
          <legend className="sr-only">Kind of file</legend>
          {monthFiles.map((each) => (
            <Choice
              key={each}
              name={group}
              isChosen={format === each}
              onChoose={() => choose(() => setFormat(each))}
              {...fileWords[each]}
            />
          ))}
        </fieldset>
        {isForBooks && currencies.length > 0 && (
          <BooksFields
            choice={books}
            currencies={currencies}
            onChoose={(next) => choose(() => setBooks(next))}
          />
        )}
        {isEmpty && <p role="status">Nothing was paid out or recorded as received, so there is no file.</p>}
        {error !== null && <ProblemNotice trouble={asTrouble(error)} isLive />}
        <p role="status" className="foreign-text empty:hidden">
          {data !== undefined && !isPending && `Saved: ${data.name}, ${countOf(data.rows, "row")}.`}
        </p>
        <div className="flex flex-wrap gap-3 pt-1">
          <BusyButton type="submit" variant="primary" isOff={isPending || isEmpty}>
            {isPending ? "Exporting" : "Export"}
          </BusyButton>
          <Button variant="quiet" onClick={onEnd} disabled={isPending}>
            {data === undefined ? "Cancel" : "Close"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
