import { PageLink } from "#components/ui/page-link";
import type { TransferWithEvents } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";

/** Which batch a transfer is a row of; nothing for any other. */
export function BatchOfTransfer({ batch }: Pick<TransferWithEvents, "batch">) {
  if (batch === null) return null;
  return (
    <p className="rounded-xl border border-line bg-surface px-5 py-3 text-[0.8125rem]/5 max-sm:px-4 print:hidden">
      Line {batch.row} of the batch{" "}
      <PageLink href={`/bulk/${batch.id}`} translate="no" className="text-link foreign-text font-medium">
        {showInvisible(batch.name)}
      </PageLink>
    </p>
  );
}
