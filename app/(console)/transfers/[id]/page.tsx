import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, Fragment } from "react";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ChainLine } from "#components/transfer/chain-line";
import { Deposit, isInvited } from "#components/transfer/deposit";
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
import { isNetworkWatched } from "#lib/server/config/watched-network";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { lastRead } from "#lib/server/ledger/deposit-facts";
import { findEventsBefore } from "#lib/server/ledger/transfer-events";
import { findTransfer } from "#lib/server/ledger/transfers";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { dayOf as zoneDay } from "#lib/text/zone-day";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { ticketSummary, transferTitle, windowTitle } from "#lib/words/transfer-text";
import { describeStatus, sourceWords } from "#lib/words/words";
import { FundingNotice } from "./_funding/funding-notice";
import { PayLinkPart } from "./_funding/pay-link-part";
import { walletAsked } from "./_funding/wallet-asked";
import { WalletFunding } from "./_funding/wallet-funding";
import { MatchRecord } from "./_records/match-record";
import { RecordPanel } from "./_records/record-panel";
import { possibleRecords } from "./_records/records";
import { Claims } from "./_resolution/claims";
import { eventView, orderCookie } from "./_timeline/event-view";
import { Timeline } from "./_timeline/timeline";
import { AttentionNotices } from "./attention-notices";
import { DeliveriesPart } from "./deliveries-part";
import { FlagNotices } from "./flag-notices";
import { MoreMenu } from "./more-menu";
import { PayeePart } from "./payee-part";
import { PaymentAdvice } from "./payment-advice";
import { StatusAnnouncement } from "./status-announcement";
import { SubmissionNotice } from "./submission-notice";
import { TransferFacts } from "./transfer-facts";
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
  const { assets, timeZone, isSandbox, depositWindowMs } = env();
  const order = (await cookies()).get(orderCookie)?.value === "newest" ? "newest" : "oldest";
  const asset = findAsset(assets, found.asset);
  const mayFund = may(actor.person.role, "fund");
  const networkName = asset?.networkName ?? found.network;
  const isPaid = found.status === "paid";
  const hasNews = !["off", "none", "blind"].includes(found.deposit.label);
  const isPart = !hasNews && isInvited(found);
  // What the service said last comes first where the network says the same.
  const isFirst = hasNews && !(isPaid && found.deposit.label === "exact");
  const chainLine = depositPhase(found) !== "none" && (
    <ChainLine
      transfer={found}
      asset={asset}
      isPart={isPart}
      windowMs={depositWindowMs}
      readAt={await chainReadAt(found.network, timeZone)}
      isNetworkWatched={isNetworkWatched(found.network)}
      timeZone={timeZone}
    />
  );
  return (
    <div className={zoneScope}>
      <Head transfer={found} summary={ticketSummary(found, { networkName, isSandbox })} timeZone={timeZone} />
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
            {isFirst && chainLine}
            <FundingNotice transfer={found} asset={asset} timeZone={timeZone} />
            {isPaid ? (
              <PaymentAdvice
                transfer={found}
                networkName={networkName}
                timeZone={timeZone}
                isSandbox={isSandbox}
              />
            ) : (
              <Deposit
                transfer={found}
                asset={asset}
                isSandbox={isSandbox}
                window={windowOf(found.createdAt, depositWindowMs, timeZone)}
                chain={isPart && chainLine}
              />
            )}
            {mayFund && (
              <WalletFunding
                id={found.id}
                asked={walletAsked(found, asset)}
                fundingId={found.funding?.id}
                isSandbox={isSandbox}
              />
            )}
            {!isFirst && !isPart && chainLine}
            <Claims transfer={found} timeZone={timeZone} />
          </>
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
              possible={possibleRecords(found)}
            />
            <DeliveriesPart id={found.id} role={actor.person.role} />
          </>
        }
      />
    </div>
  );
}

async function chainReadAt(network: string, timeZone: string): Promise<string | undefined> {
  const at = await lastRead(network);
  return at === undefined ? undefined : `at ${formatTime(at, timeZone, { hasSeconds: true })}`;
}

/** Counted from the creation: the service states no time. */
function windowOf(createdAt: string, windowMs: number, timeZone: string) {
  const until = Date.parse(createdAt) + windowMs;
  const untilTime = formatTime(new Date(until).toISOString(), timeZone);
  const isToday = zoneDay(until, timeZone) === zoneDay(Date.now(), timeZone);
  const untilText = isToday ? (untilTime.split(", ")[1] ?? untilTime) : untilTime;
  return { minutes: windowMs / 60_000, until, untilText, now: Date.now() };
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
