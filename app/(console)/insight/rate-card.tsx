import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import { formatSum } from "#lib/features/insight/format-sum";
import type { Insight, Rates } from "#lib/features/insight/insight-api";
import { rateFinding } from "#lib/features/insight/insight-words";
import { formatCount } from "#lib/money/format";
import { shortDay } from "#lib/text/day-text";
import { formatAgo } from "#lib/text/format-time";
import { Drawing } from "./_charts/frame";
import { RateChart } from "./_charts/rate-chart";
import { ChartTable } from "./chart-table";

type Props = {
  rates: Rates;
  token: string;
  insight: Pick<Insight, "periods" | "step" | "to">;
  now: number;
  timeZone: string;
};
const oldAfterMs = 3_600_000;

/** The quotes that were asked for, by day. */
export function RateCard({ rates, token, insight, now, timeZone }: Props) {
  const { currency, latest, days, middle7, middle30 } = rates;
  const isOld = now - Date.parse(latest.at) > oldAfterMs;
  return (
    <Card title={rateFinding(rates, token)}>
      <p className="-mt-2 mb-3 text-[0.8125rem]/5 text-muted">
        {currency} for 1 {token}: the last quote of each day, between the lowest and the highest. Only this
        dashboard’s own quotes. The newest is {formatSum(latest.rate)}, from{" "}
        {isOld ? formatAgo(latest.at, now) : <Time at={latest.at} timeZone={timeZone} />}.
        {middle30 === null && " Too few days to compare."}
      </p>
      {days.length > 0 && (
        <>
          <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <Sample words="Last quote of the day">
              <line x1="0" x2="20" y1="6" y2="6" className="chart-line" />
            </Sample>
            {middle30 !== null && (
              <Sample words={`30-day median: ${formatSum(middle30)}`}>
                <line x1="0" x2="20" y1="6" y2="6" className="chart-middle" data-days="30" />
              </Sample>
            )}
            {middle7 !== null && (
              <Sample words={`7-day median: ${formatSum(middle7)}`}>
                <line x1="0" x2="20" y1="6" y2="6" className="chart-middle" data-days="7" />
              </Sample>
            )}
          </ul>
          <RateChart rates={rates} insight={insight} />
          <ChartTable of="rates by day">
            <RateTable days={days} last={insight.to} />
          </ChartTable>
        </>
      )}
    </Card>
  );
}

function Sample({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <Drawing width="20" height="12">
        {children}
      </Drawing>
      {words}
    </li>
  );
}

function RateTable({ days, last }: { days: Rates["days"]; last: string }) {
  return (
    <Table caption="Rates by day" className="text-[0.8125rem]/5 max-sm:[&_thead_th]:whitespace-normal">
      <thead>
        <tr>
          <ColumnHead>Day</ColumnHead>
          <ColumnHead isAmount>Last quote</ColumnHead>
          <ColumnHead isAmount>Lowest</ColumnHead>
          <ColumnHead isAmount>Highest</ColumnHead>
          <ColumnHead isAmount>Quotes kept</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ day, last: end, low, high, samples }) => (
          <tr key={day}>
            <RowHead className="whitespace-nowrap">{shortDay(day, last)}</RowHead>
            <Cell isAmount>{formatSum(end)}</Cell>
            <Cell isAmount>{formatSum(low)}</Cell>
            <Cell isAmount>{formatSum(high)}</Cell>
            <Cell isAmount>{formatCount(samples)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
