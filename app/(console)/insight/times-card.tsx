import { scaleLog } from "d3-scale";
import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { Insight } from "#lib/features/insight/insight-api";
import { durationWords, shortDuration, timesFinding } from "#lib/features/insight/insight-words";
import { formatCount } from "#lib/money/format";
import { Drawing, percent } from "./_charts/frame";
import { ChartTable } from "./chart-table";
import type { TimesBy } from "./insight-links";

type Part = Omit<Insight["networks"][number], "network">;
type Props = {
  times: Insight["times"];
  parts: readonly Part[];
  by: TimesBy;
  hrefOf: (by: TimesBy) => Route;
};

const names = { bank: "Banks", network: "Networks" } as const;
/** A chart of more rows is no longer seen at a glance; the table has all. */
const mostRows = 8;

/** How long it takes until a transfer is reported paid. */
export function TimesCard({ times, parts, by, hrefOf }: Props) {
  const timed = parts.filter((part): part is TimedPart => part.half !== null && part.nineOfTen !== null);
  return (
    <Card
      title={timesFinding(times, by === "bank" ? parts : [])}
      action={
        <nav aria-label="Times of" className="flex gap-2 print:hidden">
          {(["bank", "network"] as const).map((each) => (
            <PageLink
              key={each}
              href={hrefOf(each)}
              aria-current={each === by ? "true" : undefined}
              className="pill"
              scroll={false}
            >
              {names[each]}
            </PageLink>
          ))}
        </nav>
      }
    >
      <p className="-mt-2 mb-3 text-[0.8125rem]/5 text-muted">
        Time from creation to the first report of paid, accurate to 9 %. Half took less than the dot shows,
        nine in ten less than the end of the bar.
      </p>
      {timed.length > 0 && (
        <>
          <TimesChart parts={timed.slice(0, mostRows)} by={by} />
          <ChartTable of={`times by ${by}`}>
            <TimesTable parts={timed} by={by} />
          </ChartTable>
        </>
      )}
    </Card>
  );
}

type TimedPart = Part & { half: number; nineOfTen: number };

const marks = [
  [60, "1 min"],
  [600, "10 min"],
  [3_600, "1 h"],
  [86_400, "1 day"],
  [604_800, "1 week"],
] as const;

const rowHeight = 26;

function TimesChart({ parts, by }: { parts: readonly TimedPart[]; by: TimesBy }) {
  const first = Math.min(50, ...parts.map(({ half }) => half)) / 1.2;
  const last = Math.max(4_000, ...parts.map(({ nineOfTen }) => nineOfTen)) * 1.2;
  const scale = scaleLog()
    .domain([Math.max(1, first), last])
    .range([0, 1]);
  const at = (seconds: number) => `${percent(scale(Math.max(1, seconds)))}%`;
  const shown = marks.filter(([seconds]) => seconds > first && seconds < last);
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[minmax(5rem,11rem)_minmax(0,1fr)] gap-x-4 text-[0.8125rem]/6.5 sm:grid-cols-[minmax(5rem,11rem)_minmax(0,1fr)_auto]"
    >
      {parts.map(({ name, half, nineOfTen }) => (
        <div key={name} className="contents">
          <span className="truncate" title={name}>
            {by === "bank" ? shortBankName(name) : name}
          </span>
          <Drawing width="100%" height={rowHeight}>
            {shown.map(([seconds]) => (
              <line
                key={seconds}
                x1={at(seconds)}
                x2={at(seconds)}
                y1="0"
                y2={rowHeight}
                className="chart-grid"
              />
            ))}
            <rect
              x={at(half)}
              width={`${percent(scale(Math.max(1, nineOfTen)) - scale(Math.max(1, half)))}%`}
              y={rowHeight / 2 - 4}
              height="8"
              className="chart-most"
            />
            <circle cx={at(half)} cy={rowHeight / 2} r="5.5" className="chart-point" />
          </Drawing>
          <span className="text-right whitespace-nowrap text-muted tabular-nums max-sm:hidden">
            <b className="font-medium text-ink">{shortDuration(half)}</b> / {shortDuration(nineOfTen)}
          </span>
        </div>
      ))}
      <Drawing className="col-start-2" width="100%" height="20">
        {shown.map(([seconds, words], place) => (
          <text
            key={seconds}
            x={at(seconds)}
            y="14"
            textAnchor="middle"
            // A phone has room for the first and the last.
            className={place > 0 && place < shown.length - 1 ? "max-sm:hidden" : undefined}
          >
            {words}
          </text>
        ))}
      </Drawing>
    </div>
  );
}

function TimesTable({ parts, by }: { parts: readonly TimedPart[]; by: TimesBy }) {
  return (
    <Table
      caption={`Time to the first report of paid, by ${by}`}
      className="text-[0.8125rem]/5 max-sm:[&_thead_th]:whitespace-normal"
    >
      <thead>
        <tr>
          <ColumnHead>{by === "bank" ? "Bank" : "Network"}</ColumnHead>
          <ColumnHead isAmount>Payouts</ColumnHead>
          <ColumnHead isAmount>Half within about</ColumnHead>
          <ColumnHead isAmount>Nine in ten within about</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, timed, half, nineOfTen }) => (
          <tr key={name}>
            <RowHead>{name}</RowHead>
            <Cell isAmount>{formatCount(timed)}</Cell>
            <Cell isAmount>{durationWords(half)}</Cell>
            <Cell isAmount>{durationWords(nineOfTen)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
