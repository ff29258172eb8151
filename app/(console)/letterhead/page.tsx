import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { findLetterhead } from "#lib/server/letterhead/letterhead";
import { formatDate } from "#lib/text/format-time";
import { LetterheadCard } from "./letterhead-card";

export const metadata: Metadata = { title: "Letterhead" };

export default async function LetterheadPage() {
  await pageActor("keep_letterhead");
  const found = await findLetterhead().catch(asTrouble);
  return (
    <>
      <PageHeader title="Letterhead" lead="Stands at the top of each payment advice, also of earlier ones." />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the letterhead right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <LetterheadCard drawn={found} today={formatDate(new Date().toISOString(), env().timeZone)} />
      )}
    </>
  );
}
