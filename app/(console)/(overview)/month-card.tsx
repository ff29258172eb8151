import { BarChart, BarKey } from "#components/insight/bar-chart";
import { CountingNotice } from "#components/insight/counting-notice";
import { TokenFigures } from "#components/insight/token-figures";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { Month } from "#lib/server/insight/find-month";
import { paidFinding, spanWords } from "#lib/words/insight-words";
import { listHref } from "../transfers/list-href";

const barsHeight = 96;

/** This month by token, and 30 days of the token with the most transfers. */
export function MonthCard({
  month: { month, days, ...counted },
  timeZone,
}: {
  month: Month;
  timeZone: string;
}) {
  const { from, to } = month;
  return (
    <Card
      isFlush
      title={
        <>
          This month{" "}
          <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">
            {spanWords(month)}
            <span className="max-sm:hidden">, by the day of creation</span>
          </span>
        </>
      }
      action={
        <PageLink href="/insight" className="text-link text-[0.8125rem]/5 font-medium">
          All figures
        </PageLink>
      }
    >
      <CountingNotice {...counted} timeZone={timeZone} className="px-5 pb-2" />
      {month.tokens.length === 0 ? (
        <p className="px-5 pb-4 text-muted">No transfers were created this month.</p>
      ) : (
        <TokenFigures
          tokens={month.tokens}
          hrefOf={(filters) => listHref({ ...filters, from, to }, undefined)}
        />
      )}
      <Bars days={days} />
    </Card>
  );
}

function Bars({ days: { token, tokens, periods, step } }: Pick<Month, "days">) {
  const figures = tokens.find((each) => each.token === token);
  if (token === null || figures === undefined) return null;
  return (
    <figure className="px-5 pt-3 pb-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <figcaption>
          <h3 className="inline">{paidFinding(token, figures.paid.amount, figures.created.amount)}</h3>{" "}
          <span className="ml-1 text-[0.8125rem]/5 whitespace-nowrap text-muted">30 days</span>
        </figcaption>
        <BarKey />
      </div>
      <BarChart
        periods={periods.map((period) => ({
          ...period,
          href: listHref({ state: "created", token, from: period.from, to: period.to }, undefined),
        }))}
        token={token}
        step={step}
        height={barsHeight}
      />
    </figure>
  );
}
