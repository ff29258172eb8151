import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, Fragment } from "react";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { StatusChip } from "#components/transfer/status-chip";
import { ChevronRight } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { findAsset } from "#lib/asset/assets";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import { may } from "#lib/contract/roles";
import { lastFour } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { noteOpenPage } from "#lib/server/chain/open-pages";
import { env } from "#lib/server/config/env";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findEventsBefore } from "#lib/server/ledger/transfer-events";
import { findTransfer } from "#lib/server/ledger/transfers";
import { showInvisible } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { ticketSummary, transferTitle, windowTitle } from "#lib/words/transfer-text";
import { describeStatus, sourceWords } from "#lib/words/words";
import { PayLinkPart } from "./_funding/pay-link-part";
import { MatchRecord } from "./_records/match-record";
import { RecordPanel } from "./_records/record-panel";
import { possibleRecords } from "./_records/records";
import { eventView, orderCookie } from "./_timeline/event-view";
import { Timeline } from "./_timeline/timeline";
import { DeliveriesPart } from "./deliveries-part";
import { depositDiffers } from "./deposit-differs";
import { MoreMenu } from "./more-menu";
import { PayeePart } from "./payee-part";
import { StatusAnnouncement } from "./status-announcement";
import { TransferFacts } from "./transfer-facts";
import { TransferNews } from "./transfer-news";
import { TransferView } from "./transfer-view";
import { ZonedTime, zoneScope } from "./zoned-time";

// The title and the page ask for the same transfer: once a request is enough.
const find = cache(async (encodedId: string) => {
  await pageActor("read");
  return findTransfer(decode(encodedId)).catch(asTrouble);
});

export async function generateMetadata({ params }: PageProps<"/transfers/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Transfer" : windowTitle(found) };
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
  noteOpenPage(found.id);
  const back = await findEventsBefore(found.id, before);
  const { assets, timeZone, isSandbox } = env();
  const order = (await cookies()).get(orderCookie)?.value === "newest" ? "newest" : "oldest";
  const asset = findAsset(assets, found.asset);
  const networkName = asset?.networkName ?? found.network;
  const summary = ticketSummary(found, { networkName, isSandbox });
  const hasActs = depositDiffers(found) !== undefined;
  return (
    <div className={zoneScope}>
      <Head transfer={found} summary={summary} timeZone={timeZone} />
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
          <TransferNews
            transfer={found}
            asset={asset}
            mayFund={may(actor.person.role, "fund")}
            summary={summary}
          />
        }
        facts={<TransferFacts transfer={found} networkName={networkName} timeZone={timeZone} />}
        aside={
          <>
            <Timeline id={found.id} view={eventView(found, back)} order={order} timeZone={timeZone} />
            <PayLinkPart transfer={found} role={actor.person.role} timeZone={timeZone} />
            <PayeePart transfer={found} role={actor.person.role} />
            <RecordPanel
              id={found.id}
              match={
                <>
                  {found.owner !== null && <p className="foreign-text mb-3">Owner: {found.owner.name}</p>}
                  {found.matchedAt !== null && <MatchRecord at={found.matchedAt} timeZone={timeZone} />}
                </>
              }
              possible={possibleRecords(found).filter((kind) => kind !== "handled" || !hasActs)}
            />
            <DeliveriesPart id={found.id} role={actor.person.role} />
          </>
        }
      />
    </div>
  );
}

type HeadProps = { transfer: TransferWithEvents; summary: string; timeZone: string };

function Head({ transfer, summary, timeZone }: HeadProps) {
  const creator = transfer.evidence.find(({ kind }) => kind === "requested")?.person;
  const source = sourceWords[transfer.statusSource];
  return (
    // The payment advice has a title of its own on paper.
    <div className={transfer.status === "paid" ? "print:hidden" : undefined}>
      <PageLink
        href="/transfers"
        className="-mt-2 inline-flex min-h-7 items-center gap-1 text-[0.8125rem]/5 text-muted hover:text-ink hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ChevronRight aria-hidden className="size-4 rotate-180" />
        Transfers
      </PageLink>
      <PageHeader
        title={
          <>
            {/* Heard first after a creation; the eye has the chip. */}
            <span className="sr-only select-none">{describeStatus(transfer).word}: </span>
            <TitleInHalves text={transferTitle(transfer)} />
            {transfer.quote !== null && <span className="text-sm font-normal text-muted"> estimate</span>}
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
        lead={
          <>
            To {transfer.accountName}, {shortBankName(showInvisible(transfer.bankName))}{" "}
            <span className="sr-only">account ending in</span>
            <span aria-hidden="true">••</span> {lastFour(transfer.accountNumber)}. Created{" "}
            <ZonedTime at={transfer.createdAt} timeZone={timeZone} />
            {creator != null && ` by ${creator}`}
            {/* One text: a word in two is read as two. */}
            {`. Status from ${source.charAt(0).toLowerCase()}${source.slice(1)}.`}
          </>
        }
        actions={<MoreMenu id={transfer.id} summary={summary} />}
        isMenu
      />
      <StatusAnnouncement word={describeStatus(transfer).word} source={source} />
    </div>
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
