import type { Transfer } from "#lib/contract/api";
import { type Row, rowOf } from "./row";
import { TableMarks } from "./table-marks";
import { TransferRows } from "./transfer-rows";

type Props = {
  transfers: readonly Transfer[];
  timeZone: string;
  caption: string;
  /** The words of a search, to be underlined. */
  typed?: readonly string[];
};

/** A row is a line and a link; on a phone it is a card. Only what a row shows travels to the browser, and once. */
export function TransferTable({ transfers, timeZone, caption, typed }: Props) {
  const now = Date.now();
  const rows: Row[] = transfers.map((transfer) => rowOf(transfer, now, timeZone, typed));
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
