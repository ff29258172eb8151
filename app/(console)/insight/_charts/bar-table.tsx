import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { Insight, Part } from "#lib/features/insight/insight-api";
import { partWords } from "#lib/features/insight/insight-words";
import { formatCount, formatPadded } from "#lib/money/format";
import { addAmounts } from "#lib/money/money";
import type { ShownPeriod } from "./bar-chart";

type Props = { periods: readonly ShownPeriod[]; token: string; step: Insight["step"] };
const steps = { day: "Day", week: "Week from", month: "Month" } as const;

/** What the bars say, exactly; the newest first. */
export function BarTable({ periods, token, step }: Props) {
  const last = periods.at(-1)?.to ?? "";
  return (
    <Table caption={`${token} by the ${step} of creation`} className="text-[0.8125rem]/5">
      <thead>
        <tr>
          <ColumnHead>{steps[step]}</ColumnHead>
          <ColumnHead isAmount>Transfers</ColumnHead>
          <ColumnHead isAmount>Created</ColumnHead>
          <ColumnHead isAmount>Reported paid</ColumnHead>
          <ColumnHead isAmount>Open</ColumnHead>
          <ColumnHead isAmount>Failed or refunded</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {[...periods].reverse().map(({ from, href, paid, open, failed }) => (
          <tr key={from}>
            <RowHead className="whitespace-nowrap">{partWords(from, step, last)}</RowHead>
            <Cell isAmount>
              <Transfers href={href} count={paid.count + open.count + failed.count} />
            </Cell>
            <Cell isAmount>
              {formatPadded(addAmounts(addAmounts(paid.amount, open.amount), failed.amount))}
            </Cell>
            <Cell isAmount>{shown(paid)}</Cell>
            <Cell isAmount>{shown(open)}</Cell>
            <Cell isAmount>{shown(failed)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function shown({ amount }: Part): string {
  return formatPadded(amount);
}

function Transfers({ href, count }: { href: string; count: number }) {
  if (count === 0) return "0";
  return (
    <PageLink href={href as Route} className="lone-link">
      {formatCount(count)}
    </PageLink>
  );
}
