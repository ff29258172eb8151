import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { dayWords } from "#lib/features/insight/insight-words";
import { formatCount, formatPadded } from "#lib/money/format";
import { addAmounts } from "#lib/money/money";
import type { ShownPeriod } from "./bar-chart";
import { Drawing, percent } from "./frame";
import { drawnValue } from "./scales";

type Props = { periods: readonly ShownPeriod[]; token: string; today: string };

const head = "py-1 text-xs font-normal text-muted";
const barHeight = 10;
/** Beside the day on a phone, in characters; a longer one is drawn smaller. */
const longest = 18;

/** Where only a few days have transfers: a row for each of them, the newest first. */
export function DayRows({ periods, token, today }: Props) {
  const days = [...periods].reverse().map(({ from, href, paid, open, failed }) => ({
    ...{ from, href, count: paid.count + open.count + failed.count },
    amount: addAmounts(addAmounts(paid.amount, open.amount), failed.amount),
  }));
  const most = Math.max(...days.map(({ amount }) => drawnValue(amount)));
  return (
    <table className="w-full text-left text-[0.8125rem]/5">
      <caption className="sr-only">{`${token} by the day of creation`}</caption>
      <thead>
        <tr>
          <th scope="col" className={head}>
            Day
          </th>
          <td className="max-sm:hidden" />
          <th scope="col" className={`${head} text-right`}>
            Transfers
          </th>
          <th scope="col" className={`${head} pr-12 text-right`}>
            Created
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ from, href, count, amount }) => (
          <tr key={from}>
            <th scope="row" className="w-28 py-1 font-normal whitespace-nowrap">
              {dayWords(from, today)}
            </th>
            <td aria-hidden="true" className="py-1 max-sm:hidden">
              <Drawing width="100%" height={barHeight}>
                <rect
                  className="chart-paid"
                  width={`${most === 0 ? 0 : percent(drawnValue(amount) / most)}%`}
                  height={barHeight}
                  rx="2"
                />
              </Drawing>
            </td>
            <td className="w-24 py-1 text-right tabular-nums">
              <PageLink href={href as Route} className="lone-link">
                {formatCount(count)}
              </PageLink>
            </td>
            <td translate="no" className="foreign-text w-44 py-1 pl-4 text-right tabular-nums">
              <span
                className={`whitespace-nowrap ${formatPadded(amount).length > longest ? "max-sm:text-xs max-sm:tracking-tighter" : ""}`}
              >
                {formatPadded(amount)}
              </span>{" "}
              <span className="inline-block min-w-10.5 text-left text-xs text-muted">{token}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
