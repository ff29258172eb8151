import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { viewStatement } from "#lib/features/books/server/view-statement";
import { pageActor } from "#lib/server/auth/page-actor";
import { showInvisible } from "#lib/text/visible-text";
import { BackLink } from "../../back-link";
import { RemoveStatement } from "./remove-statement";
import { StatementLines } from "./statement-lines";
import { WhatWasRead } from "./what-was-read";

export const metadata: Metadata = { title: "Statement" };

export default async function StatementPage({
  params,
  searchParams,
}: PageProps<"/statements/[id]/[statement]">) {
  const actor = await pageActor("read");
  const [{ id, statement }, query] = await Promise.all([params, searchParams]);
  const from = typeof query.from === "string" && /^\d{1,5}$/.test(query.from) ? Number(query.from) : 0;
  const found = await viewStatement(statement, { from }, actor).catch(asTrouble);
  const back = <BackLink to={{ id, name: "the account" }} />;
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Statement" back={back} />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this statement right now. Nothing has changed.
        </ProblemNotice>
      </>
    );
  }
  const isOpen = may(actor.person.role, "keep_books") && !found.isRemoved;
  const act: ReactNode = isOpen && (
    <ButtonLink size="small" variant="primary" href={`/statements/${id}` as Route}>
      Match its lines
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={<span translate="no">{showInvisible(found.name)}</span>}
        back={back}
        beside={
          found.isRemoved && (
            <Chip shape="barred-ring" tone="wait">
              Taken out
            </Chip>
          )
        }
        actions={act}
      />
      <div className="space-y-4">
        <WhatWasRead statement={found} />
        <StatementLines statement={found} from={from} />
        {isOpen && <RemoveStatement id={found.id} />}
      </div>
    </>
  );
}
