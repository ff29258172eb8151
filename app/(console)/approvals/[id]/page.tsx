import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { ChevronRight } from "#components/ui/icon";
import { backInGutter, PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { findAsset } from "#lib/asset/assets";
import { may } from "#lib/contract/roles";
import { endWords, requestTitle } from "#lib/features/controls/approval-words";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { findApproval } from "#lib/features/controls/server/find-approvals";
import type { Actor } from "#lib/server/auth/actor";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer } from "#lib/server/ledger/transfers";
import { payeeOfTransfer } from "#lib/server/payees/payee-of-transfer";
import { openPayee } from "#lib/server/payees/payees";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { payoutTitle } from "#lib/words/transfer-text";
import { ApprovalView } from "./approval-view";
import { BatchCard, BatchRows } from "./batch-cards";
import { PayeeCard } from "./payee-card";
import { Decisions, LastFive, PayoutFacts, WhyCard } from "./request-cards";
import { RequestChip } from "./request-chip";
import { RulesCompared } from "./rules-compared";

const find = cache(async (id: string) => findApproval(id, await pageActor("read")).catch(asTrouble));

export async function generateMetadata({ params }: PageProps<"/approvals/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Approval" : `Approval: ${titleOf(found)}` };
}

/** A transfer's ID leads to its newest request. */
export default async function ApprovalPage({ params }: PageProps<"/approvals/[id]">) {
  const actor = await pageActor("read");
  const { id } = await params;
  const found = await find(id);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Approval" back={<Back />} />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this request right now. Nothing was sent.
        </ProblemNotice>
      </>
    );
  }
  if (found.id !== id) redirect(`/approvals/${found.id}`);
  if (found.kind === "rules") return <RulesRequest request={found} />;
  if (found.kind === "batch") return <BatchRequest request={found} />;
  if (found.kind === "payee_version") return <PayeeRequest request={found} actor={actor} />;
  return <TransferRequest request={found} actor={actor} />;
}

type RequestProps = { request: ApprovalDetail };
type HeaderProps = { title: string; now: number; actions?: ReactNode };

async function TransferRequest({ request, actor }: RequestProps & { actor: Actor }) {
  const transfer = await findTransfer(request.subjectId);
  await recordAccountView(transfer, actor);
  const { assets, timeZone, quoteDriftPercent } = env();
  const now = Date.now();
  const networkName = findAsset(assets, transfer.asset)?.networkName ?? transfer.network;
  return (
    <>
      <Header
        request={request}
        title={payoutTitle(transfer)}
        now={now}
        actions={
          may(actor.person.role, "read_audit") ? (
            <ButtonLink size="small" href={`/approvals/${request.id}/record`}>
              Print the record
            </ButtonLink>
          ) : undefined
        }
      />
      <ApprovalView
        drawn={request}
        ended={endWords(request, transfer.status, { now, timeZone })}
        timeZone={timeZone}
        payout={{
          ...{ transferId: transfer.id, amount: transfer.amount, asset: transfer.asset, networkName },
          ...{ symbol: transfer.fromCurrency, currency: transfer.currency, driftPercent: quoteDriftPercent },
          accountName: transfer.accountName,
        }}
        facts={
          <PayoutFacts
            {...{ transfer, networkName, timeZone, now }}
            payee={await payeeOfTransfer(await db(), transfer)}
            nameConfirmed={request.nameConfirmed}
          />
        }
        cards={<WhyCard request={request} />}
        aside={
          <>
            <LastFive request={request} now={now} timeZone={timeZone} />
            <Decisions request={request} now={now} timeZone={timeZone} />
          </>
        }
      />
    </>
  );
}

async function PayeeRequest({ request, actor }: RequestProps & { actor: Actor }) {
  const { payee } = request;
  if (payee === null) notFound();
  const { accountNumber } = await openPayee(payee.id, actor, payee.version);
  return (
    <RequestWithoutPayout request={request}>
      <PayeeCard payee={payee} accountNumber={accountNumber} />
      <WhyCard request={request} />
    </RequestWithoutPayout>
  );
}

function BatchRequest({ request }: RequestProps) {
  return (
    <RequestWithoutPayout request={request}>
      <BatchCard request={request} />
      <WhyCard request={request} />
      <BatchRows request={request} />
    </RequestWithoutPayout>
  );
}

function RulesRequest({ request }: RequestProps) {
  const { rules, state } = request;
  return (
    <RequestWithoutPayout request={request}>
      {rules !== null && <RulesCompared rules={rules} isOpen={state === "waiting"} />}
    </RequestWithoutPayout>
  );
}

function RequestWithoutPayout({ request, children }: RequestProps & { children: ReactNode }) {
  const { timeZone } = env();
  const now = Date.now();
  return (
    <>
      <Header request={request} title={titleOf(request)} now={now} />
      <ApprovalView
        drawn={request}
        ended={endWords(request, undefined, { now, timeZone })}
        timeZone={timeZone}
        payout={undefined}
        facts={null}
        cards={children}
        aside={<Decisions request={request} now={now} timeZone={timeZone} />}
      />
    </>
  );
}

function Header({ request, title, now, actions }: RequestProps & HeaderProps) {
  const { timeZone } = env();
  const { maker, askedAt, expiresAt, state } = request;
  const ends = `waits until ${formatMoment(expiresAt, now, timeZone)}`;
  return (
    <PageHeader
      back={<Back />}
      title={
        <span translate="no" title={title}>
          {title}
        </span>
      }
      beside={<RequestChip request={request} />}
      actions={actions}
      lead={`Asked by ${showInvisible(maker.name)} at ${formatMoment(askedAt, now, timeZone)}${state === "waiting" ? ` · ${ends}` : ""}`}
    />
  );
}

function Back() {
  return (
    <PageLink
      href="/approvals"
      aria-label="Back to the approvals"
      data-back
      className={`icon-button ${backInGutter}`}
    >
      <ChevronRight aria-hidden className="size-4 rotate-180" />
    </PageLink>
  );
}

function titleOf(request: ApprovalDetail): string {
  const { payout } = request;
  if (payout === null) return requestTitle(request);
  const { amount, token: fromCurrency, accountName } = payout;
  return payoutTitle({ amount, fromCurrency, accountName });
}
