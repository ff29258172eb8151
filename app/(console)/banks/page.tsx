import type { Metadata } from "next";
import { Suspense } from "react";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { Skeleton } from "#components/ui/skeleton";
import { Time } from "#components/ui/time";
import { payouts } from "#lib/contract/payouts";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { listBanks } from "#lib/server/service/banks";
import { BankDirectory } from "./bank-directory";

export const metadata: Metadata = { title: "Banks" };

const [payout] = payouts;

export default async function BanksPage() {
  await pageActor("read");
  return (
    <>
      <PageHeader title="Banks" lead={`Banks in ${payout.countryName} that the service can pay.`} />
      <Suspense fallback={<WaitingList />}>
        <Directory />
      </Suspense>
    </>
  );
}

async function Directory() {
  const list = await listBanks(payout.country).catch(asTrouble);
  if ("code" in list) {
    return (
      <ProblemNotice trouble={list} action={<RefreshButton />} isLive>
        Without the list you can’t choose a bank for a new transfer. Existing transfers aren’t affected.
      </ProblemNotice>
    );
  }
  return <BankDirectory list={list} fetchedAt={<Time at={list.fetchedAt} timeZone={env().timeZone} />} />;
}

const rows = Array.from({ length: 12 }, (_, row) => `row ${row}`);

function WaitingList() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the banks
      </p>
      <Skeleton className="mb-4 h-15 max-w-sm" />
      <Card>
        <div className="space-y-5">
          {rows.map((row) => (
            <Skeleton key={row} className="h-5 max-w-md" />
          ))}
        </div>
      </Card>
    </>
  );
}
