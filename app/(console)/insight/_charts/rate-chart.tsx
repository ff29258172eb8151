import { area, line } from "d3-shape";
import type { Insight, Rates } from "#lib/features/insight/insight-api";
import { partWords } from "#lib/features/insight/insight-words";
import type { Amount } from "#lib/money/money";
import { ChartFrame, percent } from "./frame";
import { axisOf, drawnValue } from "./scales";

const height = 140;
const ticks = 4;
/** Of more days, each point would touch the next. */
const mostPoints = 31;

type Props = { rates: Rates; insight: Pick<Insight, "periods" | "step" | "to"> };

/** The day's last rate as a line, the span of each day behind it, and what is usual. */
export function RateChart({ rates: { days, middle7, middle30 }, insight: { periods, step, to } }: Props) {
  const values = days.flatMap(({ low, high }) => [drawnValue(low), drawnValue(high)]);
  const usual = [middle7, middle30].flatMap((rate) => (rate === null ? [] : [drawnValue(rate)]));
  const { scale, ...axis } = axisOf(spread([...values, ...usual]), height, ticks);
  const placeOf = (day: string) => percent(shareOf(day, periods, step));
  const y = (rate: Amount) => scale(drawnValue(rate));
  const day = days.map((each) => ({ ...each, x: placeOf(each.day) }));
  const span = area<(typeof day)[number]>()
    .x(({ x }) => x)
    .y0(({ low }) => y(low))
    .y1(({ high }) => y(high))
    .digits(2)(day);
  const path = line<(typeof day)[number]>()
    .x(({ x }) => x)
    .y(({ last }) => y(last))
    .digits(2)(day);
  const newest = day.at(-1);
  return (
    <ChartFrame
      axis={{ ...axis, scale }}
      height={height}
      names={periods.map(({ from }) => partWords(from, step, to))}
    >
      {/* Stretched to the width: only lines, which keep their strength. */}
      <svg
        aria-hidden="true"
        width="100%"
        height={height}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
      >
        {span !== null && <path d={span} className="chart-span" />}
        {path !== null && <path d={path} className="chart-line" />}
      </svg>
      {middle30 !== null && (
        <line x1="0" x2="100%" y1={y(middle30)} y2={y(middle30)} className="chart-middle" data-days="30" />
      )}
      {middle7 !== null && (
        <line
          x1={`${placeOf(weekBefore(to))}%`}
          x2="100%"
          y1={y(middle7)}
          y2={y(middle7)}
          className="chart-middle"
          data-days="7"
        />
      )}
      {day.length <= mostPoints &&
        day.map(({ day: on, x, last }) => (
          <circle key={on} cx={`${x}%`} cy={y(last)} r="2" className="chart-paid" />
        ))}
      {newest !== undefined && (
        <circle cx={`${newest.x}%`} cy={y(newest.last)} r="5" className="chart-point" />
      )}
    </ChartFrame>
  );
}

/** Half of the space above and below where there is only one rate. */
function spread(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? [least * 0.99, most * 1.01] : [least, most];
}

const dayMs = 86_400_000;
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** The first of the seven days that end with it. */
function weekBefore(day: string): string {
  return new Date((numberOf(day) - 6) * dayMs).toISOString().slice(0, 10);
}

/** Where a day's middle is in the whole width; the last part may not be over yet. Before the range it is 0. */
function shareOf(day: string, periods: Insight["periods"], step: Insight["step"]): number {
  const index = periods.findIndex(({ from, to }) => from <= day && day <= to);
  const period = periods[index];
  if (period === undefined) return 0;
  const [year = 0, month = 0] = period.from.split("-").map(Number);
  const lengths = { day: 1, week: 7, month: new Date(Date.UTC(year, month, 0)).getUTCDate() };
  const within = (numberOf(day) - numberOf(period.from) + 0.5) / lengths[step];
  return (index + within) / periods.length;
}
