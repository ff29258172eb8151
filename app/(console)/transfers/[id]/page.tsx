import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { type ComponentProps, cache } from "react";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { findAsset } from "#lib/asset/assets";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { noteOpenPage } from "#lib/server/chain/open-pages";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findEventsBefore } from "#lib/server/ledger/transfer-events";
import { findTransfer } from "#lib/server/ledger/transfers";
import { payeeOfTransfer } from "#lib/server/payees/payee-of-transfer";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { ticketSummary, windowTitle } from "#lib/words/transfer-text";
import { troubleOf } from "#lib/words/trouble/trouble";
import { BatchOfTransfer } from "../../bulk/batch-of-transfer";
import { FoldedChain, isFolded } from "./_deposit/folded-chain";
import { AllFacts, TransferFacts } from "./_facts/transfer-facts";
import { PayLinkPart } from "./_funding/pay-link-part";
import { Head } from "./_head/head";
import { MoreMenu } from "./_head/more-menu";
import { PayAgain } from "./_head/pay-again";
import { ReceivedRow } from "./_received/received-row";
import { RecordPanel } from "./_records/record-panel";
import { possibleRecords } from "./_records/records";
import { SandboxCard } from "./_sandbox/sandbox-card";
import { StandingGround } from "./_standing/standing-ground";
import { standingTerms } from "./_standing/standing-terms";
import { eventView, orderCookie } from "./_timeline/event-view";
import { nextStep } from "./_timeline/next-step";
import { Timeline } from "./_timeline/timeline";
import { TransferNews } from "./transfer-news";
import { TransferView } from "./transfer-view";
import { zoneScope } from "./zoned-time";

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
    return <NotShown trouble={found} />;
  }
  // One address for each transfer, so that every copied link is the same.
  if (found.id !== decode(id)) redirect(`/transfers/${found.id}`);
  await recordAccountView(found, actor);
  noteOpenPage(found.id);
  const back = await findEventsBefore(found.id, before);
  const { assets, timeZone, isSandbox, depositWindowMs } = env();
  const asset = findAsset(assets, found.asset);
  const networkName = asset?.networkName ?? found.network;
  const summary = ticketSummary(found, { networkName, isSandbox });
  const { role } = actor.person;
  const payee = await payeeOfTransfer(await db(), found);
  const canPay = may(role, "create");
  const shown = { transfer: found, networkName, timeZone };
  const trouble = troubleOf(found, { networkName });
  const hasCard = trouble === undefined || found.status === "paid";
  return (
    <div className={zoneScope}>
      <StandingGround terms={standingTerms(found, depositWindowMs)}>
        <Head
          {...shown}
          actions={
            <>
              <PayLinkPart transfer={found} role={role} timeZone={timeZone} />
              {canPay && found.status === "paid" && <PayAgain transfer={found} />}
              <MoreMenu transfer={found} role={role} summary={summary} payee={payee} />
            </>
          }
        />
        <TransferView
          drawn={found}
          asset={asset}
          needsResolution={may(role, "resolve") && needsResolution(found)}
          news={
            <TransferNews
              transfer={found}
              trouble={trouble}
              details={!hasCard && <AllFacts {...shown} payee={payee} />}
              asset={asset}
              actor={actor}
            />
          }
          facts={<Below {...shown} payee={payee} hasFacts={hasCard} hasTrouble={trouble !== undefined} />}
          aside={
            <>
              <Timeline
                id={found.id}
                view={eventView(found, back)}
                order={await readOrder()}
                timeZone={timeZone}
                networkName={networkName}
                taught={found.taughtWords}
                next={nextStep(found)}
              />
              <BatchOfTransfer batch={found.batch} />
              <RecordPanel
                transfer={found}
                possible={recordsBeside(found, trouble !== undefined)}
                timeZone={timeZone}
              />
              {isSandbox && may(role, "drive") && <SandboxCard transfer={found} />}
            </>
          }
        />
      </StandingGround>
    </div>
  );
}

type BelowProps = ComponentProps<typeof AllFacts> & { hasFacts: boolean; hasTrouble: boolean };

/** What comes after the news: what arrived, and its facts where the card of a trouble doesn't hold them. */
function Below({ hasFacts, hasTrouble, payee, ...shown }: BelowProps) {
  const { transfer, timeZone } = shown;
  const isPaid = transfer.status === "paid";
  return (
    <>
      {/* Where all is well the card of the payout has it. */}
      {(isPaid ? hasTrouble : transfer.received.length > 0 || transfer.paidOut !== null) && (
        <div className="rounded-xl border border-line bg-surface print:hidden">
          <ReceivedRow transfer={transfer} timeZone={timeZone} />
        </div>
      )}
      {hasFacts && (
        <TransferFacts {...shown} payee={payee} chain={isFolded(transfer) && <FoldedChain {...shown} />} />
      )}
    </>
  );
}

type Trouble = Extract<Awaited<ReturnType<typeof find>>, { code: unknown }>;

function NotShown({ trouble }: { trouble: Trouble }) {
  return (
    <>
      <PageHeader title="Transfer" />
      <ProblemNotice trouble={trouble} action={<RefreshButton />}>
        We can’t show this transfer right now. Existing transfers aren’t affected.
      </ProblemNotice>
    </>
  );
}

function needsResolution(transfer: Transfer): boolean {
  const isOpen = transfer.status === "unknown" || ["missing", "disputed"].includes(depositPhase(transfer));
  return isOpen && !transfer.flags.includes("address_changed");
}

/** The card of a trouble has the act that closes it. */
function recordsBeside(transfer: TransferWithEvents, hasActs: boolean) {
  return possibleRecords(transfer).filter((kind) => kind === "note" || (kind === "handled" && !hasActs));
}

async function readOrder() {
  return (await cookies()).get(orderCookie)?.value === "newest" ? "newest" : "oldest";
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
