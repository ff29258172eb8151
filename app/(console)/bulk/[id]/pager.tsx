import { BusyButton } from "#components/ui/busy-button";
import { rowsAPage } from "#lib/features/bulk/batches/batch-input";
import { formatCount } from "#lib/money/format";
import type { BatchActs } from "./use-batch";

/** Other pages of the rows. */
export function Pager({
  acts: { batch, page, load, isBusy },
}: {
  acts: Pick<BatchActs, "batch" | "page" | "load" | "isBusy">;
}) {
  const { from, show } = page;
  if (batch.total <= rowsAPage && from === 0) return null;
  const last = Math.min(from + rowsAPage, batch.total);
  const isLast = last >= batch.total;
  const go = (to: number) => void load({ from: to, show });
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-card py-3 text-[0.8125rem]/5">
      <p className="text-muted">
        Rows {formatCount(from + 1)} to {formatCount(last)} of {formatCount(batch.total)}
      </p>
      <BusyButton size="small" isOff={isBusy || from === 0} onClick={() => go(Math.max(0, from - rowsAPage))}>
        Back
      </BusyButton>
      <BusyButton size="small" isOff={isBusy || isLast} onClick={() => go(from + rowsAPage)}>
        Next
      </BusyButton>
    </div>
  );
}
