import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { Insight } from "#lib/features/insight/insight-api";
import { formatFiat } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { spanWords } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { transfersWords } from "#lib/words/sum-words";

type Payee = Insight["payees"][number];
type Props = { insight: Pick<Insight, "payees" | "from" | "to">; hrefOf: (payee: Payee) => Route };

/** The accounts that got the most of what is reported paid. */
export function PayeeTable({ insight, hrefOf }: Props) {
  const { payees } = insight;
  return (
    <Card
      isFlush
      title={
        <>
          Accounts that got the most{" "}
          <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">
            reported paid, {spanWords(insight)}
          </span>
        </>
      }
    >
      {payees.length === 0 ? (
        <p className="px-card pb-4 text-muted">
          No transfer that is reported paid in this range has an estimate in NGN.
        </p>
      ) : (
        <Table caption="Accounts that got the most" className="text-[0.8125rem]/5">
          <thead>
            <tr>
              <ColumnHead>Recipient</ColumnHead>
              <ColumnHead className="max-sm:hidden">Account</ColumnHead>
              <ColumnHead isAmount className="max-sm:hidden">
                Transfers
              </ColumnHead>
              <ColumnHead isAmount>Estimate, NGN</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {payees.map((payee) => (
              <tr key={`${payee.bankCode} ${payee.transferId}`}>
                <RowHead className="min-w-28">
                  <span translate="no" className="foreign-text font-medium">
                    {payee.name}
                  </span>
                  <Account of={payee} className="block sm:hidden" />
                  <Count of={payee} href={hrefOf(payee)} className="sm:hidden" />
                </RowHead>
                <Cell className="max-sm:hidden">
                  <Account of={payee} />
                </Cell>
                <Cell isAmount className="max-sm:hidden">
                  <Count of={payee} href={hrefOf(payee)} />
                </Cell>
                <Cell isAmount className="whitespace-nowrap">
                  {formatFiat(payee.naira)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function Count({ of: { count }, href, className }: { of: Payee; href: Route; className?: string }) {
  return (
    <PageLink href={href} className={classNames("lone-link whitespace-nowrap", className)}>
      {transfersWords(count)}
    </PageLink>
  );
}

function Account({ of: { bankName, accountLastFour }, className }: { of: Payee; className?: string }) {
  return (
    <span className={classNames("text-muted", className)}>
      {showInvisible(shortBankName(bankName))} <span aria-hidden="true">••</span>
      <span className="sr-only">account ending in </span>{" "}
      <span className="tabular-nums">{accountLastFour}</span>
    </span>
  );
}
