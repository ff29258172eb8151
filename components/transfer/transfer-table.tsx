import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import type { Transfer } from "#lib/contract/api";
import { formatExact, formatFiat, lastFour } from "#lib/money/format";
import { formatUtc } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { StatusChip } from "./status-chip";

type Props = { transfers: readonly Transfer[]; timeZone: string; caption: string };

/** The whole row is a link. On a phone each row becomes a card. */
export function TransferTable({ transfers, timeZone, caption }: Props) {
  return (
    <Table caption={caption} className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Created</ColumnHead>
          <ColumnHead>Recipient</ColumnHead>
          <ColumnHead>Status</ColumnHead>
          <ColumnHead isAmount>Sent</ColumnHead>
          <ColumnHead isAmount>Recipient gets</ColumnHead>
          <ColumnHead>ID</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block max-xl:divide-y max-xl:divide-line">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

const card = "max-xl:block max-xl:border-0 max-xl:p-0 max-xl:first:pl-0 max-xl:last:pr-0";
const figure = "xl:whitespace-nowrap max-xl:wrap-anywhere";

function TransferRow({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) {
  const { id, createdAt, accountName, accountNumber, bankName, amount, fromCurrency, quote, currency } =
    transfer;
  return (
    <tr className="relative hover:bg-sunken max-xl:card-in-view-29 max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:px-5 max-xl:py-3">
      <Cell className={`${card} max-xl:text-xs max-xl:text-muted`}>
        <Time at={createdAt} timeZone={timeZone} className="block xl:w-24" />
      </Cell>
      <Cell className={`${card} max-xl:col-start-1 max-xl:row-start-2`}>
        <span className="foreign-text line-clamp-2 font-medium xl:min-w-26" title={accountName}>
          {accountName}
        </span>
        <span className="foreign-text line-clamp-2 text-xs text-muted">
          {showInvisible(bankName)} · <span className="sr-only">account ending in </span>
          {lastFour(accountNumber)}
        </span>
      </Cell>
      <Cell
        className={`${card} max-xl:col-start-2 max-xl:row-start-1 max-xl:max-w-40 max-xl:justify-self-end max-xl:text-right`}
      >
        {/* A word of any length must not take the width of the amounts. */}
        <div className="xl:w-36">
          <StatusChip transfer={transfer} />
        </div>
      </Cell>
      <Cell isAmount className={`${card} max-xl:col-start-2 max-xl:row-start-2`}>
        <span className={figure}>
          <span className="font-medium">{formatExact(amount)}</span> {fromCurrency}
        </span>
      </Cell>
      <Cell isAmount className={`${card} max-xl:col-start-2 max-xl:row-start-3`}>
        {quote === null ? (
          <span className="text-muted">Not quoted</span>
        ) : (
          <span className={figure} title={`Estimate: ${formatExact(quote.outputAmount)} ${currency}`}>
            {formatFiat(quote.outputAmount)} {currency}
          </span>
        )}
      </Cell>
      <Cell className={`${card} max-xl:col-start-1 max-xl:row-start-3`}>
        <PageLink
          href={`/transfers/${id}`}
          // It covers the row, so it replaces the titles inside.
          title={`Created ${formatUtc(createdAt)}`}
          className="foreign-text block font-mono text-xs text-accent underline decoration-1 underline-offset-3 after:absolute after:inset-0 hover:decoration-2 xl:w-36.5"
        >
          {id}
        </PageLink>
      </Cell>
    </tr>
  );
}
