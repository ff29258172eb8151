import type { Metadata, Route } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import type { Figure, MonthSummary } from "#lib/features/books/month-answers";
import { viewMonths } from "#lib/features/books/server/months/view-months";
import { formatPadded } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { writeMonth } from "#lib/text/day-text";
import { formatDate } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { BackLink } from "../back-link";
import { MonthChip } from "./month-chip";
import { isStill, monthHref } from "./month-words";

export const metadata: Metadata = { title: "Months" };

export default async function MonthsPage() {
  await pageActor("read");
  const found = await viewMonths().catch(asTrouble);
  return (
    <>
      <PageHeader
        title="Months"
        lead="What was open at its start, what came, what left, and what is open at its end."
        back={<BackLink />}
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the months right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <Card isFlush>
          {found.items.every((month) => month.state !== "closed" && isStill(month)) ? (
            <EmptyState title="No transfers yet">
              The first month appears with the first transfer. It can be closed an hour after it is over.
            </EmptyState>
          ) : (
            <MonthTable months={found.items} timeZone={env().timeZone} />
          )}
        </Card>
      )}
    </>
  );
}

function MonthTable({ months, timeZone }: { months: readonly MonthSummary[]; timeZone: string }) {
  // In order: the oldest that is over.
  const next = months.findLast(({ state }) => state === "open");
  return (
    <Table caption="Months, the newest first" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Month</ColumnHead>
          <ColumnHead>State</ColumnHead>
          <ColumnHead isAmount>Reported paid</ColumnHead>
          <ColumnHead isAmount>Open at its end</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {months.map((month) => (
          <MonthRow key={month.month} month={month} isNext={month === next} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

type RowProps = { month: MonthSummary; isNext: boolean; timeZone: string };

function MonthRow({ month, isNext, timeZone }: RowProps) {
  const { closedAt, closedBy, figures } = month;
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-4 max-xl:not-first:border-t max-sm:px-4">
      <RowHead className={`${cardCell} whitespace-nowrap`}>
        <PageLink href={monthHref(month.month) as Route} className="text-link font-medium">
          {writeMonth(month.month)}
        </PageLink>
      </RowHead>
      <Cell className={small}>
        <MonthChip state={month.state} />
        {isNext && (
          <span className="block pt-0.5 text-[0.8125rem]/5 text-muted">The next one to be closed</span>
        )}
        {closedAt !== null && (
          <span className="foreign-text block pt-0.5 text-[0.8125rem]/5 text-muted">
            by <span translate="no">{closedBy === null ? "somebody" : showInvisible(closedBy)}</span> on{" "}
            {formatDate(closedAt, timeZone)}
          </span>
        )}
      </Cell>
      <Figures
        label="Reported paid"
        figures={figures.tokens.map(({ token, paid }) => ({ token, figure: paid }))}
      />
      <Figures
        label="Open at its end"
        figures={figures.tokens.map(({ token, end }) => ({ token, figure: end }))}
      />
    </tr>
  );
}

type FiguresProps = { label: string; figures: readonly { token: string; figure: Figure }[] };

/** A line each: tokens are never added. */
function Figures({ label, figures }: FiguresProps) {
  const shown = figures.filter(({ figure }) => figure.count !== 0);
  return (
    <Cell isAmount className={`${small} max-xl:text-left`}>
      <span className={cardLabel}>{label} </span>
      {shown.length === 0 && <span className="text-muted">Nothing</span>}
      {shown.map(({ token, figure }) => (
        <span key={token} className="foreign-text block">
          {formatPadded(figure.amount)} {showInvisible(token)}
          <span className="block text-[0.8125rem]/5 text-muted max-xl:inline">
            <span className="xl:hidden">, </span>
            {countOf(figure.count, "transfer")}
          </span>
        </span>
      ))}
    </Cell>
  );
}
