import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { findRecentFigures, type RecentFigures } from "#lib/features/insight/server/recent-figures";
import { spanWords } from "#lib/text/day-text";
import { listHref } from "../transfers/list-href";
import { BarChart, BarKey } from "./_charts/bar-chart";
import { DayRows } from "./_charts/day-rows";
import { CountingNotice } from "./counting-notice";
import { TokenFigures } from "./token-figures";

const barsHeight = 96;
/** Of fewer days with transfers a chart is a few bars and much of nothing. */
const fewestBars = 5;

/**
 * For the overview. 30 days by token, and each day of the token with the most transfers: figures and bars are of the same days.
 * Nothing where nobody can say now.
 */
export async function FiguresCard({ timeZone }: { timeZone: string }) {
  const figures = await findRecentFigures().catch(() => undefined);
  if (figures === undefined) return null;
  const { from, to, tokens } = figures;
  return (
    <Card
      isFlush
      title={
        <>
          {spanWords(figures)}{" "}
          <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted max-sm:block max-sm:ml-0">
            by the day of creation
          </span>
        </>
      }
      action={
        <PageLink href="/insight" className="lone-link text-[0.8125rem]/5 font-medium">
          All figures
        </PageLink>
      }
    >
      <CountingNotice {...figures} timeZone={timeZone} className="px-card pb-2" />
      {tokens.length === 0 ? (
        <p className="px-card pb-4 text-muted">No transfers were created in these days.</p>
      ) : (
        <TokenFigures tokens={tokens} hrefOf={(filters) => listHref({ ...filters, from, to }, undefined)} />
      )}
      <Days figures={figures} />
    </Card>
  );
}

function Days({ figures: { token, periods, step, from, to } }: { figures: RecentFigures }) {
  if (token === null) return null;
  const days = periods.map((period) => ({
    ...period,
    href: listHref({ state: "created", token, from: period.from, to: period.to }, undefined),
  }));
  const used = days.filter(({ paid, open, failed }) => paid.count + open.count + failed.count > 0);
  if (used.length < fewestBars)
    return (
      <div className="px-card pt-3 pb-4">
        <DayRows periods={used} token={token} today={to} />
        <p className="mt-2 text-xs text-muted">Bars a day come with the fifth day that has a transfer.</p>
      </div>
    );
  return (
    <figure className="px-card pt-3 pb-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <figcaption className="text-[0.8125rem]/5">
          <h3 className="inline text-[0.8125rem]/5">{token} a day</h3>{" "}
          <span className="whitespace-nowrap text-muted">{spanWords({ from, to })}</span>
        </figcaption>
        <BarKey />
      </div>
      <BarChart periods={days} token={token} step={step} height={barsHeight} />
    </figure>
  );
}
