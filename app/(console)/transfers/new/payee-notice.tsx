import type { Route } from "next";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import { showInvisible } from "#lib/text/visible-text";
import type { MissedPayee } from "./find-start";

/** The address names a payee that can't be paid. */
export function PayeeNotice({ missed }: { missed: MissedPayee }) {
  if (missed.kind === "not_found") {
    return (
      <Notice kind="warn" title="Couldn’t find this payee" className="mb-4">
        Nothing is filled in. Choose a payee, or enter the account.
      </Notice>
    );
  }
  const page = (
    <PageLink href={`/payees/${missed.id}` as Route} className="font-semibold underline underline-offset-3">
      Open the payee
    </PageLink>
  );
  return (
    <Notice kind="warn" title="This payee is archived" action={page} className="mb-4">
      {showInvisible(missed.name)} isn’t filled in. Choose another payee, or bring this one back first.
    </Notice>
  );
}
