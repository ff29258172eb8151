import { Card } from "#components/ui/card";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { Correction, Figure, MonthDetail } from "#lib/features/books/month-answers";
import { kindWords } from "#lib/features/books/server/months/month-columns";
import { formatPadded } from "#lib/money/format";
import { writeMonth } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { MovementTable } from "./movement-table";

/** What was recorded after its month was closed, as both months show it. */

export function AdjustmentCard({ month, timeZone }: { month: MonthDetail; timeZone: string }) {
  const { adjusted, adjustments } = month;
  if (adjusted === 0) return null;
  return (
    <Card isFlush title="From earlier months">
      <p className="px-card pb-3 text-[0.8125rem]/5 text-muted">
        {adjusted === 1 ? "1 thing belongs" : `${countOf(adjusted, "thing")} belong`} to earlier months that
        were closed before. The figures of {writeMonth(month.month)} include {adjusted === 1 ? "it" : "them"}.
        {adjusted > adjustments.length && ` The newest ${adjustments.length} are shown.`}
      </p>
      <MovementTable
        caption="What belongs to earlier months, the newest first"
        movements={adjustments}
        month={month.month}
        timeZone={timeZone}
        isMixed
      />
    </Card>
  );
}

export function CorrectionCard({ month: { corrections } }: { month: MonthDetail }) {
  if (corrections.length === 0) return null;
  return (
    <Card isFlush title="Since it was closed">
      <p className="px-card pb-3 text-[0.8125rem]/5 text-muted">
        What was recorded later counts in a later month. The figures above stay as they were closed.
      </p>
      <Table caption="Figures that changed since the month was closed">
        <thead>
          <tr>
            <ColumnHead>What</ColumnHead>
            <ColumnHead isAmount>As closed</ColumnHead>
            <ColumnHead isAmount>Now</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ kind, token, closed, now }) => (
            <tr key={`${kind} ${token}`}>
              <RowHead>{kindWords[kind]}</RowHead>
              <FigureCell kind={kind} figure={closed} token={token} />
              <FigureCell kind={kind} figure={now} token={token} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

type CellProps = Pick<Correction, "kind" | "token"> & { figure: Figure };

function FigureCell({ kind, figure, token }: CellProps) {
  const one = kind === "received" || kind === "received_withdrawn" ? "record" : "transfer";
  return (
    <Cell isAmount className="foreign-text tabular-nums">
      {formatPadded(figure.amount)} {showInvisible(token)}
      <span className="block text-[0.8125rem]/5 text-muted">{countOf(figure.count, one)}</span>
    </Cell>
  );
}
