import type { Transfer } from "#lib/contract/api";
import { type Marker, type Row, rowOf } from "./row";
import { TableMarks } from "./table-marks";
import { TransferRows } from "./transfer-rows";

type Props = {
  transfers: readonly Transfer[];
  timeZone: string;
  caption: string;
  /** What a search matched, to be underlined. */
  mark?: Marker;
};

/** A row is a line and a link; on a phone it is a card. Only what a row shows travels to the browser, and once. */
export function TransferTable({ transfers, timeZone, caption, mark }: Props) {
  const now = Date.now();
  const rows: Row[] = transfers.map((transfer) => rowOf(transfer, now, timeZone, mark));
  const [currency = "", ...others] = new Set(transfers.map((transfer) => transfer.currency));
  return (
    <TransferRows
      rows={rows}
      caption={caption}
      timeZone={timeZone}
      {...(others.length === 0 && { currency })}
    >
      <TableMarks />
    </TransferRows>
  );
}
