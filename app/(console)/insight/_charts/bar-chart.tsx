import { formatSum } from "#lib/features/insight/format-sum";
import type { Insight } from "#lib/features/insight/insight-api";
import { partWords } from "#lib/features/insight/insight-words";
import { ChartFrame, centerOf, Drawing, percent } from "./frame";
import { axisOf, drawnValue } from "./scales";

type Period = Insight["periods"][number];
export type ShownPeriod = Period & {
  /** The list of the transfers created in it. */
  href: string;
};
type Props = { periods: readonly ShownPeriod[]; token: string; step: Insight["step"]; height: number };

const ticks = 3;
/** A part of a bar that would be thinner is drawn so high: it is there. */
const least = 2;

/** What was paid, is open and failed, one upon the other. */
export function BarChart({ periods, token, step, height }: Props) {
  const last = periods.at(-1)?.to ?? "";
  const most = Math.max(...periods.map((period) => valuesOf(period).reduce((sum, value) => sum + value, 0)));
  const axis = axisOf([0, most === 0 ? 1 : most], height, ticks);
  const share = periods.length <= 7 ? 0.4 : 0.64;
  const width = `${percent(share / periods.length)}%`;
  return (
    <ChartFrame axis={axis} height={height} names={periods.map(({ from }) => partWords(from, step, last))}>
      <Patterns />
      {periods.map((period, index) => {
        const name = partWords(period.from, step, last);
        const left = centerOf(index, periods.length) - percent(share / periods.length) / 2;
        return (
          <a key={period.from} href={period.href} tabIndex={-1} data-page="top">
            <title>{`${name}: ${partsWords(period)}. ${token}.`}</title>
            <rect
              className="chart-column"
              x={`${percent(index / periods.length)}%`}
              width={`${percent(1 / periods.length)}%`}
              y="0"
              height={height}
            />
            {stack(valuesOf(period), height, axis.scale).map(({ y, height: part }, at) =>
              part === 0 ? null : (
                <rect
                  key={kinds[at]}
                  className={kinds[at]}
                  x={`${left}%`}
                  width={width}
                  y={y}
                  height={part}
                />
              ),
            )}
          </a>
        );
      })}
    </ChartFrame>
  );
}

const kinds = ["chart-paid", "chart-open", "chart-failed"] as const;

function valuesOf({ paid, open, failed }: Period): number[] {
  return [paid, open, failed].map(({ amount }) => drawnValue(amount));
}

function partsWords({ paid, open, failed }: Period): string {
  const parts = [
    [paid, "reported paid"],
    [open, "open"],
    [failed, "failed or refunded"],
  ] as const;
  const shown = parts.filter(([{ count }]) => count > 0);
  if (shown.length === 0) return "nothing created";
  return shown.map(([{ amount }, words]) => `${formatSum(amount)} ${words}`).join(", ");
}

/** From the bottom up; the edges of neighbours meet on a whole pixel. */
function stack(values: readonly number[], height: number, scale: (value: number) => number) {
  let below = 0;
  let top = height;
  return values.map((value) => {
    below += value;
    const y = value === 0 ? top : Math.min(top - least, Math.round(scale(below)));
    const part = { y, height: top - y };
    top = y;
    return part;
  });
}

/** Once a page: the key has them too. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="chart-open"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" className="chart-ground" />
        <line x1="2" x2="2" y1="0" y2="5" className="chart-hatch" />
      </pattern>
      <pattern id="chart-failed" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="chart-ground" />
        <rect x="1" y="1" width="2" height="2" className="chart-dot" />
      </pattern>
    </defs>
  );
}

const keyWords = ["Reported paid", "Open", "Failed or refunded"] as const;

/** What the patterns mean. */
export function BarKey() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-hidden="true">
      {keyWords.map((words, at) => (
        <li key={words} className="flex items-center gap-1.5">
          <Drawing width="12" height="12">
            <rect className={kinds[at]} x="0.5" y="0.5" width="11" height="11" />
          </Drawing>
          {words}
        </li>
      ))}
    </ul>
  );
}
