import type { Route } from "next";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import type { EarlierTransfer } from "./starting-point";

export function EarlierNotice({ earlier }: { earlier: EarlierTransfer | undefined }) {
  if (earlier === undefined) return null;
  if (earlier.kind === "not_found") {
    return (
      <Notice kind="info" title="The earlier transfer was not found" className="mb-4">
        <p>This dashboard has no transfer with the ID in the address. The form is empty.</p>
      </Notice>
    );
  }
  const link = (
    <PageLink href={`/transfers/${earlier.id}` as Route} className="font-medium underline underline-offset-3">
      Open the earlier transfer
    </PageLink>
  );
  if (earlier.kind === "unresolved") {
    return (
      <Notice
        kind="warn"
        title="We don’t know whether the earlier transfer was created"
        className="mb-4"
        action={link}
      >
        <p>If you create it again, the recipient may be paid twice. Resolve the earlier one first.</p>
      </Notice>
    );
  }
  const title =
    earlier.kind === "replaced"
      ? "Trying again: the earlier transfer was not created"
      : "Filled in from an earlier transfer";
  return (
    <Notice kind="info" title={title} className="mb-4" action={link}>
      <p>
        {earlier.kind === "replaced"
          ? "We’ve filled in the earlier details. Correct what was wrong; the two transfers will be linked."
          : "We’ve filled in the earlier details. This creates another, separate transfer."}
      </p>
    </Notice>
  );
}
