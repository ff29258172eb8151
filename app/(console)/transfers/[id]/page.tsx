import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache, Fragment } from "react";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { Deposit } from "#components/transfer/deposit";
import { StatusChip } from "#components/transfer/status-chip";
import { PageHeader } from "#components/ui/page-header";
import { findAsset } from "#lib/asset/assets";
import type { TransferWithEvents } from "#lib/contract/api";
import { may } from "#lib/contract/roles";
import { lastFour } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findEventsBefore } from "#lib/server/ledger/transfer-events";
import { findTransfer } from "#lib/server/ledger/transfers";
import { showInvisible } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit-phase";
import { ticketSummary, transferTitle } from "#lib/words/transfer-text";
import { describeStatus, sourceWords } from "#lib/words/words";
import { AttentionNotices } from "./attention-notices";
import { Claims } from "./claims";
import { eventView } from "./event-view";
import { FlagNotices } from "./flag-notices";
import { MatchRecord } from "./match-record";
import { RecordPanel } from "./record-panel";
import { possibleRecords } from "./records";
import { ShareButtons } from "./share-buttons";
import { StatusAnnouncement } from "./status-announcement";
import { SubmissionNotice } from "./submission-notice";
import { Timeline } from "./timeline";
import { TransferFacts } from "./transfer-facts";
import { TransferView } from "./transfer-view";
import { ZoneScope } from "./zone";

// The title and the page ask for the same transfer: once a request is enough.
const find = cache(async (encodedId: string) => {
  await pageActor("read");
  return findTransfer(decode(encodedId)).catch(asTrouble);
});

export async function generateMetadata({ params }: PageProps<"/transfers/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Transfer" : transferTitle(found) };
}

/** The service's transaction ID leads here too. `before` goes back in the timeline. */
export default async function TransferPage({ params, searchParams }: PageProps<"/transfers/[id]">) {
  const actor = await pageActor("read");
  const { id } = await params;
  const { before } = await searchParams;
  const found = await find(id);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Transfer" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this transfer right now. Existing transfers aren’t affected.
        </ProblemNotice>
      </>
    );
  }
  // One address for each transfer, so that every copied link is the same.
  if (found.id !== decode(id)) redirect(`/transfers/${found.id}`);
  await recordAccountView(found, actor);
  const back = await findEventsBefore(found.id, before);
  const { assets, timeZone, isSandbox } = env();
  const asset = findAsset(assets, found.asset);
  const networkName = asset?.networkName ?? found.network;
  return (
    <ZoneScope>
      <Head transfer={found} summary={ticketSummary(found, { networkName, isSandbox })} />
      <TransferView
        drawn={found}
        asset={asset}
        timeZone={timeZone}
        hasSandboxControls={isSandbox && may(actor.person.role, "drive")}
        needsResolution={
          may(actor.person.role, "resolve") &&
          (found.status === "unknown" || ["missing", "disputed"].includes(depositPhase(found))) &&
          !found.flags.includes("address_changed")
        }
        news={
          <>
            <AttentionNotices transfer={found} />
            <FlagNotices transfer={found} />
            <SubmissionNotice transfer={found} />
            <Deposit transfer={found} asset={asset} isSandbox={isSandbox} />
            <Claims transfer={found} timeZone={timeZone} />
          </>
        }
        facts={<TransferFacts transfer={found} networkName={networkName} timeZone={timeZone} />}
        aside={
          <>
            <RecordPanel
              id={found.id}
              match={found.matchedAt !== null && <MatchRecord at={found.matchedAt} timeZone={timeZone} />}
              possible={possibleRecords(found)}
            />
            <Timeline id={found.id} view={eventView(found, back)} timeZone={timeZone} />
          </>
        }
      />
    </ZoneScope>
  );
}

function Head({ transfer, summary }: { transfer: TransferWithEvents; summary: string }) {
  const source = sourceWords[transfer.statusSource];
  return (
    <>
      <PageHeader
        title={
          <>
            <TitleInHalves text={transferTitle(transfer)} />
            {transfer.quote !== null && <span className="text-sm font-normal text-muted"> (estimate)</span>}
          </>
        }
        beside={
          <>
            <StatusChip transfer={transfer} />
            {transfer.matchedAt !== null && (
              <Chip shape="tick" tone="ok">
                Matched
              </Chip>
            )}
          </>
        }
        lead={`Status from ${source.charAt(0).toLowerCase()}${source.slice(1)}. To ${transfer.accountName}, ${showInvisible(transfer.bankName)}, account ending in ${lastFour(transfer.accountNumber)}.`}
        actions={<ShareButtons id={transfer.id} summary={summary} />}
      />
      <StatusAnnouncement word={describeStatus(transfer).word} source={source} />
    </>
  );
}

/** Breaks between the two amounts before it breaks inside one. */
function TitleInHalves({ text }: { text: string }) {
  const [sent = "", ...rest] = text.split(" \u2192 ");
  return [
    <span key="sent" className="inline-block">
      {sent}
    </span>,
    ...rest.map((received) => (
      <Fragment key="received">
        {" \u2192 "}
        <span className="inline-block">{received}</span>
      </Fragment>
    )),
  ];
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
