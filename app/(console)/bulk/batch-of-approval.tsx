import { PageLink } from "#components/ui/page-link";
import { SummaryRow } from "#components/ui/summary-list";

type Props = { id: string };

/** For an approver: the page of a batch has what an approval hides. */
export function BatchOfApproval({ id }: Props) {
  return (
    <SummaryRow term="Batch">
      <PageLink href={`/bulk/${id}`} className="text-link">
        Open the batch, with whole account numbers
      </PageLink>
    </SummaryRow>
  );
}

/** For whoever asked. */
export function OwnBatch({ id }: Props) {
  return (
    <PageLink href={`/bulk/${id}`} className="lone-link mt-2 font-medium">
      Change or discard it on its page
    </PageLink>
  );
}
