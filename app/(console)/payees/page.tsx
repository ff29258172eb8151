import type { Metadata, Route } from "next";
import { Input } from "#components/form/input";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { mostUsesCounted, type Payee } from "#lib/contract/payees";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { listPayees } from "#lib/server/payees/payees";
import { showInvisible } from "#lib/text/visible-text";
import { AddPayee } from "./add-payee";
import { ImportButton } from "./import/import-button";

export const metadata: Metadata = { title: "Payees" };

const link = "text-link inline-flex min-h-8 items-center text-[0.8125rem]/5 pointer-coarse:min-h-11";

export default async function PayeesPage({ searchParams }: PageProps<"/payees">) {
  const { person } = await pageActor("read");
  const query = await searchParams;
  const q = typeof query.q === "string" ? query.q.slice(0, 100) : "";
  const isArchived = query.archived === "yes";
  const found = await listPayees({ q, ...(isArchived && { archived: "yes" }) }).catch(asTrouble);
  const waiting = isArchived ? undefined : await listPayees({ waiting: "yes" }).catch(() => undefined);
  const canKeep = may(person.role, "keep_payees");
  return (
    <>
      <PageHeader
        title={isArchived ? "Archived payees" : "Payees"}
        lead="People and businesses that you pay often, most used first."
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the payees right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <div className="space-y-4">
          {canKeep && !isArchived && (
            <AddPayee>
              <ImportButton />
            </AddPayee>
          )}
          {waiting !== undefined && waiting.payees.length > 0 && (
            <Card isFlush title="New payees that wait for approval">
              <List payees={waiting.payees} q="" isArchived={false} />
            </Card>
          )}
          <Card isFlush>
            <search className="flex flex-wrap items-center gap-x-4 gap-y-2 px-card pt-2 pb-3">
              <form className="flex flex-1 gap-2">
                {isArchived && <input type="hidden" name="archived" value="yes" />}
                <Input
                  type="search"
                  name="q"
                  defaultValue={q}
                  aria-label="Find a payee by name"
                  placeholder="Name"
                  className="max-w-xs"
                />
                <Button type="submit">Find</Button>
              </form>
              <PageLink href={(isArchived ? "/payees" : "/payees?archived=yes") as Route} className={link}>
                {isArchived ? "Payees in use" : "Archived payees"}
              </PageLink>
            </search>
            <List payees={found.payees} q={q} isArchived={isArchived} />
            {found.total > found.payees.length && (
              <p className="border-t border-line px-card py-3 text-[0.8125rem]/5 text-muted">
                {found.payees.length} of {found.total}. Type a name to find the others.
              </p>
            )}
          </Card>
        </div>
      )}
    </>
  );
}

function List({ payees, q, isArchived }: { payees: readonly Payee[]; q: string; isArchived: boolean }) {
  const now = Date.now();
  if (payees.length === 0) {
    if (q !== "") return <EmptyState title="No matches">Try the start of a name.</EmptyState>;
    return (
      <EmptyState title={isArchived ? "No archived payees" : "No payees yet"}>
        {!isArchived && "Save one here, or from a transfer’s page."}
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line border-t border-line">
      {payees.map((payee) => (
        <li
          key={payee.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-card py-3"
        >
          <div className="min-w-0 flex-[1_1_16rem] space-y-1">
            <PageLink
              href={`/payees/${payee.id}` as Route}
              translate="no"
              className="text-link foreign-text font-medium"
            >
              {showInvisible(payee.name)}
            </PageLink>
            <p translate="no" className="foreign-text text-[0.8125rem]/5 text-muted">
              {payee.accountName} · <AccountEnd {...payee} />
            </p>
            {payee.change !== null && <AccountChange change={payee.change} now={now} />}
          </div>
          <p className="text-[0.8125rem]/5 text-muted tabular-nums">{usesWords(payee.uses)}</p>
        </li>
      ))}
    </ul>
  );
}

function usesWords(uses: number): string {
  if (uses === 0) return "No transfers in 90 days";
  return `${uses === mostUsesCounted ? `${uses} or more` : uses} transfer${uses === 1 ? "" : "s"} in 90 days`;
}
