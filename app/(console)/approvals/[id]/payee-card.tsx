import { AccountNumber } from "#components/bank/account-number";
import { AccountEnd } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { showInvisible } from "#lib/text/visible-text";

type Props = {
  payee: NonNullable<ApprovalDetail["payee"]>;
  /** Of the account that is asked for, whole. */
  accountNumber: string;
};

/** The account as it was, and as it is asked for. */
export function PayeeCard({ payee: { id, name, from, to, howChecked }, accountNumber }: Props) {
  return (
    <Card title={from === null ? "The account" : "The new account"}>
      <SummaryList>
        <SummaryRow term="Bank">{showInvisible(to.bankName)}</SummaryRow>
        <SummaryRow term="Account number">
          <span className="text-lg/6">
            <AccountNumber digits={accountNumber} />
          </span>
        </SummaryRow>
        <SummaryRow term="Account name">{showInvisible(to.accountName)}</SummaryRow>
        {howChecked !== null && (
          <SummaryRow term="How it was checked">
            <span className="whitespace-pre-line">{showInvisible(howChecked)}</span>
          </SummaryRow>
        )}
        {from !== null && (
          <SummaryRow term="Until now">
            <AccountEnd {...from} />
            <span className="block text-muted">
              {from.accountName === to.accountName
                ? "Under the same account name."
                : showInvisible(from.accountName)}
            </span>
          </SummaryRow>
        )}
        <SummaryRow term="Payee">
          <PageLink href={`/payees/${id}`} className="text-link foreign-text">
            {showInvisible(name)}
          </PageLink>
        </SummaryRow>
      </SummaryList>
    </Card>
  );
}
