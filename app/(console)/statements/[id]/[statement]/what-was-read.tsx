import { Notice } from "#components/notice/notice";
import { LinesAbove } from "#components/table-source/lines-above";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Statement } from "#lib/features/books/books-answers";
import { statementFields } from "#lib/features/books/statement/statement-fields";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { spanWords } from "../../account-words";

const remarkWords = {
  hidden: "is hidden in the workbook, and counts",
  formula: "has a formula: its stored value counts",
  digits_lost: "has a reference or narration whose last digits a spreadsheet may have lost",
} as const;

const otherWords: Record<string, string> = {
  opening: "the balance it begins with",
  closing: "the balance it ends with",
  total: "a total",
  header: "the names of the columns again",
  zero: "an amount of nothing",
  note: "a note without a day or an amount",
};

/** How the file was read: nothing of it is used or left out without a word. */
export function WhatWasRead({ statement }: { statement: Statement }) {
  const { read, opening, closing, fresh, known } = statement;
  const title = (field: string) => statementFields.find(({ id }) => id === field)?.title ?? field;
  const used = read.columns.filter(({ field }) => field !== null);
  const unused = read.columns.filter(({ field, name }) => field === null && name.trim() !== "");
  return (
    <Card title="What the file gave">
      <Doubts statement={statement} />
      <SummaryList>
        <SummaryRow term="Days">{spanWords(statement)}</SummaryRow>
        <SummaryRow term="Lines">
          {`${countOf(fresh, "new line")}${known > 0 ? `, ${known} here already` : ""}`}
        </SummaryRow>
        <SummaryRow term="Balance">
          {read.hasBalances && opening !== null && closing !== null
            ? `${formatFiat(opening)} at its start, ${formatFiat(closing)} at its end`
            : "The file has none, so a missing line can’t be noticed"}
        </SummaryRow>
        <SummaryRow term="Account">
          {read.account === null
            ? "The file doesn’t name it"
            : `Ending in ${read.account.slice(-4)}, as this one`}
        </SummaryRow>
        <SummaryRow term="Bank’s charges">{`${formatFiat(read.chargesSum)} NGN, of no payout`}</SummaryRow>
      </SummaryList>
      <div className="mt-3 space-y-2">
        <Disclosure summary={`${countOf(used.length, "column")} used, ${unused.length} not used`}>
          <ul className="foreign-text space-y-1">
            {used.map(({ name, field }) => (
              <li key={`${field}`}>{`“${showInvisible(name)}” is the ${title(field ?? "")}`}</li>
            ))}
            {unused.map(({ name }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can be equal, and the list never changes
              <li key={at}>{`“${showInvisible(name)}” is not used`}</li>
            ))}
          </ul>
        </Disclosure>
        <LinesAbove lines={read.above} />
        {read.others.length > 0 && (
          <Disclosure summary={`${countOf(read.counts.others, "row")} that are no line of money`}>
            <ul className="foreign-text space-y-1">
              {read.others.map(({ n, kind, text }) => (
                <li
                  key={n}
                >{`${n}: ${otherWords[kind] ?? kind}${text === "" ? "" : ` (${showInvisible(text)})`}`}</li>
              ))}
            </ul>
          </Disclosure>
        )}
        {read.remarks.length > 0 && (
          <Disclosure summary={`${countOf(read.counts.remarks, "remark")} on rows`}>
            <ul className="space-y-1">
              {read.remarks.map(({ n, what }) => (
                <li key={`${n} ${what}`}>{`Row ${n} ${remarkWords[what]}.`}</li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </Card>
  );
}

function Doubts({ statement: { read, doubts } }: { statement: Statement }) {
  const unlisted = doubts - read.breaks.length - read.faults.length;
  if (doubts === 0 && !read.isSwapped) return null;
  return (
    <div className="mb-4 space-y-3">
      {doubts > 0 && (
        <Notice kind="warn" title="It doesn’t add up, so none of its lines counts as exact">
          <ul className="space-y-1">
            {read.breaks.map(({ afterN, missing }) => (
              <li key={afterN}>{`After row ${afterN}, ${breakWords(missing)}`}</li>
            ))}
            {read.faults.map(({ n, why }) => (
              <li key={`${n} ${why}`} className="foreign-text">{`Row ${n}: ${showInvisible(why)}`}</li>
            ))}
            {unlisted > 0 && <li>{`${unlisted} more`}</li>}
          </ul>
        </Notice>
      )}
      {read.isSwapped && (
        <Notice kind="info" title="A spreadsheet had swapped days and months">
          They were put right: compare the days of the first lines with the file.
        </Notice>
      )}
    </div>
  );
}

function breakWords(missing: Amount): string {
  const sum = formatFiat(missing.replace("-", "") as Amount);
  const side = missing.startsWith("-") ? "paid out" : "paid in";
  return `${sum} NGN ${side} is missing for the balance to follow.`;
}
