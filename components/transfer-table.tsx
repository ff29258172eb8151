import Link from "next/link";
import { StatusChip } from "#components/status-chip";
import { Cell, ColumnHead, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import type { Transfer } from "#lib/contract/api";
import { formatExact, formatFiat, lastFour } from "#lib/format";

type Props = { transfers: readonly Transfer[]; timeZone: string; caption: string };

/** Transfers, a row each; the whole row is a link. On a phone each row becomes a card. */
export function TransferTable({ transfers, timeZone, caption }: Props) {
  return (
    <Table caption={caption} className="max-lg:block">
      <thead className="max-lg:sr-only">
        <tr>
          <ColumnHead>Created</ColumnHead>
          <ColumnHead>Recipient</ColumnHead>
          <ColumnHead>Status</ColumnHead>
          <ColumnHead isAmount>Sent</ColumnHead>
          <ColumnHead isAmount>Recipient gets</ColumnHead>
          <ColumnHead>ID</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-lg:block max-lg:divide-y max-lg:divide-line">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

const card = "max-lg:block max-lg:border-0 max-lg:p-0 max-lg:first:pl-0 max-lg:last:pr-0";

function TransferRow({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) {
  const { id, createdAt, accountName, accountNumber, bankName, amount, fromCurrency, quote, currency } =
    transfer;
  return (
    <tr className="relative hover:bg-sunken max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:gap-y-1 max-lg:px-5 max-lg:py-3">
      <Cell className={`${card} whitespace-nowrap max-lg:text-xs max-lg:text-muted`}>
        <Time at={createdAt} timeZone={timeZone} />
      </Cell>
      <Cell className={`${card} max-lg:col-start-1 max-lg:row-start-2`}>
        <span className="foreign-text line-clamp-2 font-medium" title={accountName}>
          {accountName}
        </span>
        <span className="foreign-text line-clamp-2 text-xs text-muted">
          {bankName} · <span className="sr-only">account ending in </span>
          {lastFour(accountNumber)}
        </span>
      </Cell>
      <Cell className={`${card} max-lg:col-start-2 max-lg:row-start-1 max-lg:max-w-40 max-lg:text-right`}>
        {/* A word of any length must not take the width of the amounts. */}
        <div className="lg:w-40">
          <StatusChip transfer={transfer} />
        </div>
      </Cell>
      <Cell isAmount className={`${card} max-lg:col-start-2 max-lg:row-start-2 max-lg:whitespace-normal`}>
        <span className="foreign-text font-medium">{formatExact(amount)}</span> {fromCurrency}
      </Cell>
      <Cell isAmount className={`${card} max-lg:col-start-2 max-lg:row-start-3 max-lg:whitespace-normal`}>
        {quote === null ? (
          <span className="text-muted">Not quoted</span>
        ) : (
          <span title={`Estimate: ${formatExact(quote.outputAmount)} ${currency}`}>
            {formatFiat(quote.outputAmount)} {currency}
          </span>
        )}
      </Cell>
      <Cell className={`${card} max-lg:col-start-1 max-lg:row-start-3`}>
        <Link
          href={`/transfers/${id}`}
          className="foreign-text block font-mono text-xs text-accent underline decoration-1 underline-offset-3 after:absolute after:inset-0 hover:decoration-2 lg:w-37"
        >
          {id}
        </Link>
      </Cell>
    </tr>
  );
}
