import type { Transfer } from "#lib/contract/api";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { type Marker, type Row, rowOf } from "./row";
import { TableMarks } from "./table-marks";
import { TransferRows } from "./transfer-rows";

type Props = {
  transfers: readonly Transfer[];
  timeZone: string;
  caption: string;
  /** What a search matched, to be underlined. */
  mark?: Marker;
  /** Names by ID. With them a wide screen shows payee and reference, and the head of the table stays in sight. */
  payees?: ReadonlyMap<string, string>;
  /** The rows follow reports. With filters, newer transfers are offered. */
  live?: { filters?: TransferFilters };
};

/** What was being written while the rows were read. */
const overlapMs = 60_000;

/** A row is a line and a link; on a phone it is a card. Only what a row shows travels to the browser, and once. */
export function TransferTable({ transfers, timeZone, caption, mark, live, payees }: Props) {
  const now = Date.now();
  const [currency = "", ...others] = new Set(transfers.map((transfer) => transfer.currency));
  const hasCurrency = others.length > 0;
  const rows: Row[] = transfers.map((transfer) =>
    rowOf(transfer, { now, timeZone, mark, hasCurrency, payees }),
  );
  return (
    <TransferRows
      rows={rows}
      caption={caption}
      timeZone={timeZone}
      isWide={payees !== undefined}
      {...(!hasCurrency && { currency })}
      {...(live !== undefined && { live: { ...live, since: new Date(now - overlapMs).toISOString() } })}
    >
      <TableMarks />
    </TransferRows>
  );
}
