import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { PayeeWithHistory } from "#lib/contract/payees";
import { may } from "#lib/contract/roles";
import { formatPadded } from "#lib/money/format";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { readPayee } from "#lib/server/payees/payee-history";
import { showInvisible } from "#lib/text/visible-text";
import { CreateLink } from "../../_shell/create-link";
import { PayeeActs } from "./payee-acts";
import { VersionList } from "./version-list";

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
  return (
    <>
      <PageHeader
        title={
          <span translate="no" title={showInvisible(found.name)}>
            {showInvisible(found.name)}
          </span>
        }
        beside={
          found.isArchived && (
            <Chip shape="barred-ring" tone="wait">
              Archived
            </Chip>
          )
        }
        actions={
          !found.isArchived && (
            <CreateLink variant="primary" size="small" href={`/transfers/new?payee=${found.id}` as Route}>
              New transfer
            </CreateLink>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Account">
          {found.change !== null && (
            <div className="mb-3">
              <AccountChange change={found.change} now={Date.now()} />
            </div>
          )}
          <SummaryList>
            <SummaryRow term="Account name">{found.accountName}</SummaryRow>
            <SummaryRow term="Bank and account">
              <AccountEnd {...found} />
            </SummaryRow>
          </SummaryList>
          <PayeeActs
            id={found.id}
            name={found.name}
            version={found.version}
            isArchived={found.isArchived}
            canKeep={may(person.role, "keep_payees")}
          />
        </Card>
        <Totals payee={found} />
        <VersionList versions={found.versions} timeZone={timeZone} />
      </div>
    </>
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
