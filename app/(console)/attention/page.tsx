import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { findHold } from "#lib/server/hold/hold-release";
import { findAttention } from "#lib/server/ledger/attention";
import { AttentionView } from "./attention-view";
import { HoldWatch } from "./hold-watch";

export const metadata: Metadata = { title: "Needs attention" };

export default async function AttentionPage() {
  const { person } = await pageActor("read");
  const { timeZone } = env();
  const [found, hold] = await Promise.all([findAttention(), findHold()]).catch(
    (error: unknown) => [asTrouble(error), null] as const,
  );
  return (
    <>
      <PageHeader
        title="Needs attention"
        lead="Transfers that a person has to look at, most urgent first. One leaves this page when it is resolved or matched with the bank statement."
      />
      {!("code" in found) && (
        <HoldWatch initial={{ hold }} mayRelease={may(person.role, "release_hold")} timeZone={timeZone} />
      )}
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this list right now, so transfers may need attention. No transfer has changed.
        </ProblemNotice>
      ) : (
        <AttentionView initial={found} timeZone={timeZone} />
      )}
    </>
  );
}
