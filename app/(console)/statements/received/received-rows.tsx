import type { Route } from "next";
import { Chip } from "#components/chip/chip";
import { ActOutcome } from "#components/notice/act-outcome";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import type { ReceivedTable } from "#lib/features/books/books-answers";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";

type Props = {
  table: ReceivedTable;
  isPending: boolean;
  onRecord: () => void;
  onStartAgain: () => void;
};
type Row = ReceivedTable["rows"][number];

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;
const order: Row["outcome"][] = ["fault", "ready", "recorded", "exists"];

/** What became of each row, or would: those that can’t be recorded come first. */
export function ReceivedRows({ table: { rows, columns }, isPending, onRecord, onStartAgain }: Props) {
  const sorted = rows.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const ready = rows.filter(({ outcome }) => outcome === "ready").length;
  const unused = columns.filter(({ field, name }) => field === null && name.trim() !== "");
  const summary = summaryOf(rows);
  return (
    <Card isFlush title="Rows">
      <div className="space-y-1 px-card pb-3 text-[0.8125rem]/5">
        <ActOutcome of={summary} role="status">
          {summary}
        </ActOutcome>
        {unused.length > 0 && (
          <p className="foreign-text text-muted">
            Columns that aren’t used: {unused.map(({ name }) => `“${showInvisible(name)}”`).join(", ")}.
          </p>
        )}
      </div>
      <Table caption="Rows of the table, what can’t be recorded first" className="max-xl:block">
        <thead className="max-xl:sr-only">
          <tr>
            <ColumnHead>Line</ColumnHead>
            <ColumnHead>Transfer</ColumnHead>
            <ColumnHead isAmount>Received, NGN</ColumnHead>
            <ColumnHead>Day</ColumnHead>
            <ColumnHead>Told by</ColumnHead>
            <ColumnHead>Result</ColumnHead>
          </tr>
        </thead>
        <tbody className="max-xl:block">
          {sorted.map((row) => (
            <ReceivedRow key={row.n} row={row} />
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap gap-3 border-t border-line px-card py-4">
        {ready > 0 && (
          <BusyButton variant="primary" isOff={isPending} onClick={onRecord}>
            {isPending ? "Recording" : `Record ${countOf(ready, "row")}`}
          </BusyButton>
        )}
        <Button variant="quiet" onClick={onStartAgain} disabled={isPending}>
          Choose another table
        </Button>
      </div>
    </Card>
  );
}

function ReceivedRow({ row: { n, cells, outcome, transferId, difference, message } }: { row: Row }) {
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3 max-xl:not-first:border-t max-sm:px-4">
      <RowHead className={small}>
        <span className={cardLabel}>Line </span>
        {n}
      </RowHead>
      <Cell className={`${small} foreign-text`}>
        {transferId === null ? (
          showInvisible(cells.transfer)
        ) : (
          <PageLink href={`/transfers/${transferId}` as Route} translate="no" className="text-link">
            {showInvisible(cells.transfer)}
          </PageLink>
        )}
      </Cell>
      <Cell isAmount className={`${small} max-xl:text-left`}>
        <span className={cardLabel}>Received </span>
        {showInvisible(cells.amount)}
        {difference !== null && difference !== "0" && (
          <span className="block text-[0.8125rem]/5 text-muted">{differenceWords(difference)}</span>
        )}
      </Cell>
      <Cell className={small}>{showInvisible(cells.day)}</Cell>
      <Cell className={`${small} foreign-text`}>{showInvisible(cells.toldBy)}</Cell>
      <Cell className={`${small} xl:w-1/4`}>
        {outcome === "fault" ? (
          <span className="text-fail">{showInvisible(message ?? "")}</span>
        ) : (
          <Chip shape={outcome === "ready" ? "dot" : "tick"} tone={outcome === "ready" ? "wait" : "ok"}>
            {outcome === "ready" ? "Ready" : outcome === "recorded" ? "Recorded" : "Recorded before"}
          </Chip>
        )}
      </Cell>
    </tr>
  );
}

function differenceWords(difference: Amount): string {
  const sum = formatFiat(difference.replace("-", "") as Amount);
  return `${sum} ${difference.startsWith("-") ? "less" : "more"} than expected`;
}

function summaryOf(rows: readonly Row[]): string {
  const count = (outcome: Row["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  const parts = [
    count("recorded") > 0 && `${countOf(count("recorded"), "row")} recorded`,
    count("ready") > 0 && `${countOf(count("ready"), "row")} ready`,
    count("exists") > 0 && `${count("exists")} recorded before`,
    count("fault") > 0 &&
      `${count("fault")} can’t be recorded: correct them in your table and bring it again`,
  ].filter((text) => text !== false);
  return `${parts.join(", ")}.`;
}
