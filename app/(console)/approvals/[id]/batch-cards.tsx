import { Card } from "#components/ui/card";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { Cell, ColumnHead, cardCell, RowHead, Table } from "#components/ui/table";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { BatchOfApproval } from "../../bulk/batch-of-approval";

type Props = { request: ApprovalDetail };

/** What all rows come to, and where their whole account numbers are. */
export function BatchCard({ request: { batch, subjectId } }: Props) {
  if (batch === null) return null;
  return (
    <Card title="What is asked for">
      <p translate="no" className="text-2xl/8 font-semibold tabular-nums">
        {formatFiat(batch.naira)} <span className="text-base font-normal text-muted">NGN</span>
      </p>
      <p className="text-[0.8125rem]/5 text-muted">Recipients get, by the rates when it was asked for</p>
      <SummaryList className="mt-4">
        <SummaryRow term="Rows">{formatCount(batch.rows)}</SummaryRow>
        {batch.sums.map(({ token, amount }) => (
          <SummaryRow key={token} term={`At most, in ${token}`}>
            <span translate="no" className="tabular-nums">
              {formatPadded(amount)} {token}
            </span>
          </SummaryRow>
        ))}
        <BatchOfApproval id={subjectId} />
      </SummaryList>
    </Card>
  );
}

/** Every row: nothing else is created by this approval. */
export function BatchRows({ request: { rows } }: Props) {
  return (
    <Card title="Every row">
      <Table caption="Rows of the batch" className="max-lg:block">
        <thead className="max-lg:sr-only">
          <tr>
            <ColumnHead>Recipient</ColumnHead>
            <ColumnHead isAmount>Recipient gets</ColumnHead>
            <ColumnHead isAmount>You send</ColumnHead>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map(({ accountName, accountLastFour, bankName, amount, token, naira, isWish }, at) => (
            <tr
              // Two rows can be the same payout, which their maker has confirmed.
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a request never change
              key={at}
              className="border-line max-lg:flex max-lg:flex-col max-lg:py-3 max-lg:not-first:border-t"
            >
              <RowHead className={cardCell}>
                <span translate="no" className="foreign-text font-medium">
                  {showInvisible(accountName)}
                </span>
                <span translate="no" className="foreign-text block text-[0.8125rem]/5 text-muted">
                  {showInvisible(bankName)} ••{accountLastFour}
                </span>
              </RowHead>
              <Cell isAmount className={`${cardCell} whitespace-nowrap max-lg:text-left`}>
                {naira === null ? "Unknown" : `${isWish ? "" : "about "}${formatFiat(naira)} NGN`}
              </Cell>
              <Cell isAmount className={`${cardCell} whitespace-nowrap max-lg:text-left`}>
                {isWish ? "at most " : ""}
                {formatPadded(amount)} {token}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
