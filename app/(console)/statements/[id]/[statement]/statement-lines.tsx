import { Card } from "#components/ui/card";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import type { Statement } from "#lib/features/books/books-answers";
import { formatFiat } from "#lib/money/format";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { RowPages } from "../../row-pages";

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

/** The lines that were new in it, in its order. */
export function StatementLines({ statement, from }: { statement: Statement; from: number }) {
  const { id, accountId, lines, fresh, isRemoved } = statement;
  if (isRemoved || fresh === 0) return null;
  return (
    <Card isFlush title="New lines">
      <Table caption="New lines of the statement" className="max-xl:block">
        <thead className="max-xl:sr-only">
          <tr>
            <ColumnHead>Row</ColumnHead>
            <ColumnHead>Day</ColumnHead>
            <ColumnHead>Narration</ColumnHead>
            <ColumnHead isAmount>Paid out, NGN</ColumnHead>
            <ColumnHead isAmount>Paid in, NGN</ColumnHead>
          </tr>
        </thead>
        <tbody className="max-xl:block">
          {lines.map((line) => (
            <tr
              key={line.id}
              className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3 max-xl:not-first:border-t max-sm:px-4"
            >
              <RowHead className={small}>
                <span className={cardLabel}>Row </span>
                {line.n}
              </RowHead>
              <Cell className={`${small} xl:whitespace-nowrap`}>{writeDay(line.day)}</Cell>
              <Cell className={`${small} foreign-text`}>
                {showInvisible([line.narration, line.reference].filter(Boolean).join(" · "))}
              </Cell>
              <Cell isAmount className={`${small} max-xl:text-left`}>
                {line.side === "debit" && (
                  <>
                    <span className={cardLabel}>Paid out </span>
                    {formatFiat(line.amount)}
                  </>
                )}
              </Cell>
              <Cell isAmount className={`${small} max-xl:text-left`}>
                {line.side === "credit" && (
                  <>
                    <span className={cardLabel}>Paid in </span>
                    {formatFiat(line.amount)}
                  </>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <RowPages from={from} count={fresh} place={(at) => `/statements/${accountId}/${id}?from=${at}`} />
    </Card>
  );
}
