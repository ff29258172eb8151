import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { Insight } from "#lib/contract/insight/insight";
import { formatFiat } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { partWords, transfersWords } from "#lib/words/insight-words";

type Payee = Insight["payees"]["items"][number];
type Props = { payees: Insight["payees"]; hrefOf: (payee: Payee) => Route };

/** The accounts that get the most this month. */
export function PayeeTable({ payees: { month, items }, hrefOf }: Props) {
  const words = partWords(`${month}-01`, "month", "");
  return (
    <Card isFlush title={`Accounts that get the most, ${words}`}>
      {items.length === 0 ? (
        <p className="px-5 pb-4 text-muted">No transfer of this month has an estimate in NGN.</p>
      ) : (
        <Table caption={`Accounts that get the most in ${words}`} className="text-[0.8125rem]/5">
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
            {items.map((payee) => (
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
    <PageLink href={href} className={classNames("text-link whitespace-nowrap", className)}>
      {transfersWords(count)}
    </PageLink>
  );
}

function Account({ of: { bankName, accountLastFour }, className }: { of: Payee; className?: string }) {
  return (
    <span className={classNames("text-muted", className)}>
      {showInvisible(shortBankName(bankName))} <span aria-hidden="true">••</span>
      <span className="sr-only">account ending in </span> <span className="font-mono">{accountLastFour}</span>
    </span>
  );
}
