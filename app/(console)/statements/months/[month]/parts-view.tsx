import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { MonthDetail } from "#lib/features/books/month-answers";
import type { differenceWhys, MonthParts, Part } from "#lib/features/books/month-parts";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import { writeMonth } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { receivedReasonWords, receivedSourceWords } from "#lib/words/received/received-words";
import { countOf } from "#lib/words/tables/table-words";
import { MonthChip } from "../month-chip";
import { figureWords } from "../month-words";

type Props = { month: MonthDetail; parts: MonthParts; back: ReactNode };

const whyWords: Record<(typeof differenceWhys)[number], string> = {
  as_expected: "As expected",
  no_estimate: "Nothing was expected: there was no quote in NGN",
  unexplained: "Another amount, and nobody said why",
  ...receivedReasonWords,
};

/** What the figure "reported paid" is made of. Each view adds up to it. */
export function PartsView({ month, parts, back }: Props) {
  const paid = month.figures.tokens.filter((each) => each.paid.count !== 0);
  return (
    <>
      <PageHeader
        title={writeMonth(month.month)}
        back={back}
        beside={<MonthChip state={month.state} />}
        lead={
          <span className="foreign-text">
            Reported paid:{" "}
            {paid.length === 0
              ? "nothing"
              : paid.map((each) => figureWords(each.paid, each.token)).join("; ")}
          </span>
        }
      />
      <div className="space-y-4">
        <PartsCard title="By payee" who="Payee" parts={parts.payees} none="Not known" />
        <PartsCard title="By bank" who="Bank" parts={parts.banks} none="Not known" />
        <PartsCard
          title="By who created them"
          who="Person"
          parts={parts.people}
          none="By a key or a program"
        />
        <ArrivedCard parts={parts} />
      </div>
    </>
  );
}

type CardProps = { title: string; who: string; parts: MonthParts["payees"]; none: string };

function PartsCard({ title, who, parts: { items, others }, none }: CardProps) {
  if (items.length === 0) return null;
  // Two recipients can have one name.
  const rows = items.map((part, at) => ({ place: `${at}`, part }));
  return (
    <Card isFlush title={title}>
      <Table caption={`${title}, those with the most transfers first`} className="max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <ColumnHead>{who}</ColumnHead>
            <ColumnHead isAmount>Transfers</ColumnHead>
            <ColumnHead isAmount>Amount</ColumnHead>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(({ place, part }) => (
            <PartRow key={place} part={part} name={part.name ?? none} />
          ))}
          {others !== null && <PartRow part={others} name="All others" />}
        </tbody>
      </Table>
    </Card>
  );
}

const onPhone = "max-sm:block max-sm:border-0 max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0";

/** On a phone: who, and below it how many and how much. */
function PartRow({ part, name }: { part: Part; name: string }) {
  return (
    <tr className="border-line max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-4 max-sm:px-4 max-sm:py-2.5 max-sm:not-first:border-t">
      <RowHead className={`foreign-text ${onPhone} max-sm:col-span-full`}>
        {showInvisible(name)}
        {part.detail !== null && (
          <span className="block text-[0.8125rem]/5 font-normal text-muted">
            {showInvisible(part.detail)}
          </span>
        )}
      </RowHead>
      <Cell isAmount className={`${onPhone} sm:w-32`}>
        <span aria-hidden="true" className="sm:hidden">
          {countOf(part.count, "transfer")}
        </span>
        <span className="max-sm:sr-only">{formatCount(part.count)}</span>
      </Cell>
      <Cell isAmount className={`${onPhone} sm:w-2/5`}>
        {part.sums.map(({ token, amount }) => (
          <span key={token} translate="no" className="foreign-text block">
            {formatPadded(amount)} {showInvisible(token)}
          </span>
        ))}
      </Cell>
    </tr>
  );
}

/** As it stands now: a record can be made in a later month. */
function ArrivedCard({ parts: { unrecorded, differences } }: { parts: MonthParts }) {
  return (
    <Card title="What is recorded of them now">
      <dl className="foreign-text space-y-2">
        {differences.map(({ source, why, count, difference }) => (
          <div key={`${source} ${why}`}>
            <dt className="text-[0.8125rem]/5 text-muted">{receivedSourceWords[source]}</dt>
            <dd>
              {whyWords[why]}: {countOf(count, "transfer")}
              {why !== "as_expected" && why !== "no_estimate" && (
                <span translate="no">, {differenceWords(difference)}</span>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-[0.8125rem]/5 text-muted">Nobody recorded what arrived</dt>
          <dd>
            {countOf(unrecorded.count, "transfer")}
            {unrecorded.count > 0 && (
              <span translate="no">, {formatFiat(unrecorded.amount)} NGN expected by their quotes</span>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function differenceWords(difference: MonthParts["differences"][number]["difference"]): string {
  const isLess = difference.startsWith("-");
  return `${formatFiat((isLess ? difference.slice(1) : difference) as typeof difference)} NGN ${isLess ? "less" : "more"} than expected`;
}
