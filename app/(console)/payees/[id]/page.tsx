import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Chip } from "#components/chip/chip";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { NameConfirmed } from "#components/payee/name-confirmed";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Payee, PayeeWithHistory, Proposal } from "#lib/contract/payees";
import { may } from "#lib/contract/roles";
import { formatPadded } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { readPayee } from "#lib/server/payees/payee-history";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { CreateLink } from "../../_shell/create-link";
import { OwnAccount } from "../../statements/own-account";
import { PayeeActs } from "./payee-acts";
import { VersionList } from "./version-list";
import { WithdrawProposal } from "./withdraw-proposal";

const find = cache(async (id: string) => {
  await pageActor("read");
  return readPayee(id).catch(asTrouble);
});

export async function generateMetadata({ params }: PageProps<"/payees/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Payee" : showInvisible(found.name) };
}

export default async function PayeePage({ params }: PageProps<"/payees/[id]">) {
  const { person } = await pageActor("read");
  const found = await find((await params).id);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Payee" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this payee right now. Nothing has changed.
        </ProblemNotice>
      </>
    );
  }
  const { timeZone } = env();
  const canKeep = may(person.role, "keep_payees");
  return (
    <>
      <PageHeader
        title={
          <span translate="no" title={showInvisible(found.name)}>
            {showInvisible(found.name)}
          </span>
        }
        beside={
          <>
            {found.isArchived && (
              <Chip shape="barred-ring" tone="wait">
                Archived
              </Chip>
            )}
            {!found.isAgreed && (
              <Chip shape="dot" tone="wait">
                {found.proposal === null ? "Not agreed to" : "Waits for approval"}
              </Chip>
            )}
          </>
        }
        actions={
          !found.isArchived &&
          found.isAgreed && (
            <CreateLink variant="primary" size="small" href={`/transfers/new?payee=${found.id}` as Route}>
              New transfer
            </CreateLink>
          )
        }
      />
      {found.proposal !== null && (
        <ProposalNotice
          payee={found}
          proposal={found.proposal}
          mayWithdraw={canKeep && (person.role === "admin" || found.proposal.byEmail === person.email)}
          timeZone={timeZone}
        />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AccountCard payee={found} canKeep={canKeep} timeZone={timeZone} />
        <Totals payee={found} />
        <VersionList versions={found.versions} timeZone={timeZone} />
      </div>
    </>
  );
}

type AccountProps = { payee: PayeeWithHistory; canKeep: boolean; timeZone: string };

function AccountCard({ payee, canKeep, timeZone }: AccountProps) {
  return (
    <Card title="Account">
      {payee.change !== null && (
        <div className="mb-3">
          <AccountChange change={payee.change} now={Date.now()} />
        </div>
      )}
      <SummaryList>
        <SummaryRow term="Account name">{payee.accountName}</SummaryRow>
        <SummaryRow term="Bank and account">
          <AccountEnd {...payee} />
        </SummaryRow>
        {payee.isAgreed && (
          <SummaryRow term="Name">
            {payee.nameConfirmed === null ? (
              "Nobody has confirmed the name yet"
            ) : (
              <NameConfirmed confirmation={payee.nameConfirmed} timeZone={timeZone} />
            )}
          </SummaryRow>
        )}
      </SummaryList>
      <PayeeActs
        id={payee.id}
        name={payee.name}
        version={payee.version}
        isArchived={payee.isArchived}
        canKeep={canKeep && payee.isAgreed}
      />
      <OwnAccount payee={payee} mayMark={canKeep && payee.isAgreed && !payee.isArchived} />
    </Card>
  );
}

function Totals({ payee: { totals, isMore, accountTransfer } }: { payee: PayeeWithHistory }) {
  return (
    <Card title="Transfers">
      {totals.length === 0 ? (
        <p className="text-muted">No transfers for this payee yet.</p>
      ) : (
        <SummaryList>
          {totals.map(({ token, transfers, paid, paidAmount }) => (
            <SummaryRow key={token} term={`${transfers} in ${token}`}>
              {paid} reported paid: {formatPadded(paidAmount)} {token}
            </SummaryRow>
          ))}
        </SummaryList>
      )}
      {isMore && <p className="mt-2 text-[0.8125rem]/5 text-muted">Only the newest 10,000 are counted.</p>}
      {accountTransfer !== null && (
        <p className="mt-3">
          <PageLink href={`/transfers?account=${accountTransfer}` as Route} className="text-link">
            All transfers to this account
          </PageLink>
        </p>
      )}
    </Card>
  );
}

type ProposalProps = { payee: Payee; proposal: Proposal; mayWithdraw: boolean; timeZone: string };

/** Of an account that waits until a second person agrees. */
function ProposalNotice({ payee: { id, isAgreed }, proposal, mayWithdraw, timeZone }: ProposalProps) {
  const { n, at, by, accountName } = proposal;
  const asked = `${by === null ? "Asked" : `${showInvisible(by)} asked`} at ${formatMoment(at, Date.now(), timeZone)}.`;
  return (
    <div className="mb-4">
      <Notice
        kind="info"
        title={isAgreed ? "A new account waits for approval" : "This payee waits for approval"}
        action={
          <>
            <ButtonLink size="small" href={`/approvals/${id}.${n}` as Route}>
              Open the request
            </ButtonLink>
            {mayWithdraw && <WithdrawProposal id={id} n={n} />}
          </>
        }
      >
        <p className="foreign-text">
          <AccountEnd {...proposal} />, {showInvisible(accountName)}. {asked}
        </p>
        <p>
          {isAgreed
            ? "Until somebody else agrees, the account below is paid."
            : "It can’t be paid until somebody else agrees."}
        </p>
      </Notice>
    </div>
  );
}
