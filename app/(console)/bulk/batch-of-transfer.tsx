import { PageLink } from "#components/ui/page-link";
import { findBatchOf } from "#lib/features/bulk/server/batches/batch-of-transfer";
import { showInvisible } from "#lib/text/visible-text";

/** Which batch a transfer is a row of; nothing for any other. */
export async function BatchOfTransfer({ id }: { id: string }) {
  const batch = await findBatchOf(id);
  if (batch === undefined) return null;
  return (
    <p className="rounded-xl border border-line bg-surface px-5 py-3 text-[0.8125rem]/5 max-sm:px-4 print:hidden">
      Line {batch.n} of the batch{" "}
      <PageLink href={`/bulk/${batch.id}`} translate="no" className="text-link foreign-text font-medium">
        {showInvisible(batch.name)}
      </PageLink>
    </p>
  );
}
