import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PrintButton } from "#components/transfer/sheet/print-button";
import { SheetHead } from "#components/transfer/sheet/sheet-head";
import { ChevronRight, Printer } from "#components/ui/icon";
import { backInGutter, PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { logoPath } from "#lib/contract/letterhead/logo-path";
import { findEvidence } from "#lib/features/controls/server/evidence/find-evidence";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { findLetterhead } from "#lib/server/letterhead/letterhead";
import { formatDate } from "#lib/text/format-time";
import { RecordSheet } from "./record-sheet";

export const metadata: Metadata = { title: "Record of the approval" };

/** Who asked for a transfer and who agreed, as a paper for the files. */
export default async function RecordPage({ params }: PageProps<"/approvals/[id]/record">) {
  const actor = await pageActor("read_audit");
  const { id } = await params;
  const found = await findEvidence(id, actor).catch(asTrouble);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Record of the approval" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this record right now.
        </ProblemNotice>
      </>
    );
  }
  const { timeZone, isSandbox } = env();
  const letterhead = await findLetterhead();
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          back={<Back id={found.request.id} />}
          title="Record of the approval"
          lead="Prints as you see it. Opening it is in the audit log."
          actions={
            <PrintButton variant="primary">
              <Printer className="size-4" />
              Print or save as PDF
            </PrintButton>
          }
        />
      </div>
      <article className="max-w-3xl sheet rounded-sm border border-line p-5 sm:px-8 sm:py-7 print:max-w-none print:border-0 print:p-0">
        <SheetHead
          letterhead={letterhead}
          logo={letterhead.logo === null ? undefined : logoPath(letterhead.logo.hash)}
          date={formatDate(found.request.asked_at, timeZone)}
          title="Record of the approval"
        />
        {isSandbox && <p className="pt-3 font-semibold text-sandbox">Sandbox: no real money</p>}
        <RecordSheet evidence={found} timeZone={timeZone} />
      </article>
    </>
  );
}

function Back({ id }: { id: string }) {
  return (
    <PageLink
      href={`/approvals/${id}`}
      aria-label="Back to the request"
      data-back
      className={`icon-button ${backInGutter}`}
    >
      <ChevronRight aria-hidden className="size-4 rotate-180" />
    </PageLink>
  );
}
