import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { Insight } from "#lib/features/insight/insight-api";
import { successWords } from "#lib/features/insight/insight-words";
import { formatCount } from "#lib/money/format";

type Props = {
  banks: Insight["banks"];
  hrefOf: (bank: string, state: "paid" | "failed") => Route;
};

/** How many of a bank's transfers went through. */
export function BankTable({ banks, hrefOf }: Props) {
  const finished = banks.filter(({ paid, failed }) => paid + failed > 0);
  return (
    <Card isFlush title="Success by bank">
      <p className="px-card pb-2 text-[0.8125rem]/5 text-muted">
        Transfers in every token. Success: the share reported paid, out of those paid, failed or refunded.
      </p>
      {finished.length === 0 ? (
        <p className="px-card pb-4 text-muted">No transfer in this range has finished.</p>
      ) : (
        <Table caption="Success by bank" className="text-[0.8125rem]/5 max-sm:[&_thead_th]:whitespace-normal">
          <thead>
            <tr>
              <ColumnHead>Bank</ColumnHead>
              <ColumnHead isAmount>Reported paid</ColumnHead>
              <ColumnHead isAmount>Failed or refunded</ColumnHead>
              <ColumnHead isAmount>Success</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {finished.map(({ code, name, paid, failed }) => (
              <tr key={code}>
                <RowHead className="min-w-28 font-medium">{name}</RowHead>
                <Cell isAmount>
                  <Count count={paid} href={hrefOf(code, "paid")} />
                </Cell>
                <Cell isAmount>
                  <Count count={failed} href={hrefOf(code, "failed")} />
                </Cell>
                <Cell isAmount>{successWords(paid, failed)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function Count({ count, href }: { count: number; href: Route }) {
  if (count === 0) return "0";
  return (
    <PageLink href={href} className="lone-link">
      {formatCount(count)}
    </PageLink>
  );
}
