import { Card } from "#components/ui/card";
import type { Insight } from "#lib/features/insight/insight-api";
import { paidFinding } from "#lib/features/insight/insight-words";
import { spanWords } from "#lib/text/day-text";
import { listHref } from "../transfers/list-href";
import { BarChart, BarKey } from "./_charts/bar-chart";
import { BarTable } from "./_charts/bar-table";
import { ChartTable } from "./chart-table";

const barsHeight = 160;

/** One token's amounts by day, week or month of creation. */
export function AmountsCard({ insight }: { insight: Omit<Insight, "open"> }) {
  const { token, tokens, step } = insight;
  const figures = tokens.find((each) => each.token === token);
  if (token === null) return null;
  if (figures === undefined)
    return (
      <Card title={token}>
        <p className="text-muted">No transfer in this token was created in this range.</p>
      </Card>
    );
  const periods = insight.periods.map((period) => ({
    ...period,
    href: listHref({ state: "created", token, from: period.from, to: period.to }, undefined),
  }));
  return (
    <Card title={paidFinding(token, figures.paid.amount, figures.created.amount)}>
      <p className="-mt-2 mb-3 text-[0.8125rem]/5 text-muted">
        {token} by {step} of creation, with the status that the service last reported. {spanWords(insight)}.
      </p>
      <BarKey />
      <div className="mt-3">
        <BarChart periods={periods} token={token} step={step} height={barsHeight} />
      </div>
      <ChartTable of={`${token} by ${step}`}>
        <BarTable periods={periods} token={token} step={step} />
      </ChartTable>
    </Card>
  );
}
