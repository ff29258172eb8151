import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { findAccount } from "#lib/features/books/server/own-accounts";
import { lastFour } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { showInvisible } from "#lib/text/visible-text";
import { dayOf } from "#lib/text/zone-day";
import { BackLink } from "../../back-link";
import { NewStatement } from "./new-statement";

export const metadata: Metadata = { title: "Bring a statement" };

export default async function NewStatementPage({ params }: PageProps<"/statements/[id]/new">) {
  await pageActor("keep_books");
  const { id } = await params;
  const found = await db()
    .then((ledger) => findAccount(ledger, id))
    .catch(asTrouble);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Bring a statement" back={<BackLink />} />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this account right now. Nothing has changed.
        </ProblemNotice>
      </>
    );
  }
  const { isSandbox, timeZone } = env();
  const name = showInvisible(found.payeeName);
  return (
    <>
      <PageHeader
        title="Bring a statement"
        lead={`Of ${name}: ${found.bankName}, account ending in ${lastFour(found.account_number)}. Lines that are here already are not brought again.`}
        back={<BackLink to={{ id, name }} />}
      />
      <NewStatement
        account={id}
        sampleMonth={isSandbox ? dayOf(Date.now(), timeZone).slice(0, 7) : undefined}
      />
    </>
  );
}
