import type { Metadata, Route } from "next";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, RowHead, Table } from "#components/ui/table";
import type { OwnAccount } from "#lib/features/books/books-answers";
import { viewAccounts } from "#lib/features/books/server/view-account";
import { pageActor } from "#lib/server/auth/page-actor";
import { showInvisible } from "#lib/text/visible-text";
import { coverWords, toDoWords } from "./account-words";

export const metadata: Metadata = { title: "Statements" };

export default async function StatementsPage() {
  await pageActor("read");
  const found = await viewAccounts().catch(asTrouble);
  return (
    <>
      <PageHeader
        title="Statements"
        lead="What arrived in your own accounts, by your bank’s statements of them."
        actions={
          <>
            <ButtonLink size="small" href="/statements/months">
              Months
            </ButtonLink>
            <ButtonLink size="small" href="/statements/received">
              Record what payees said
            </ButtonLink>
          </>
        }
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show your own accounts right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <Card isFlush>
          {found.items.length === 0 ? <NoAccounts /> : <AccountTable accounts={found.items} />}
        </Card>
      )}
    </>
  );
}

function NoAccounts() {
  return (
    <EmptyState
      title="No own accounts yet"
      action={
        <ButtonLink href="/payees" variant="primary">
          Choose a payee
        </ButtonLink>
      }
    >
      <p>
        A payee whose account belongs to your business can be marked as your own account, on the payee’s page.
        Then its bank statement says what arrived.
      </p>
    </EmptyState>
  );
}

function AccountTable({ accounts }: { accounts: readonly OwnAccount[] }) {
  return (
    <Table caption="Own accounts" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Account</ColumnHead>
          <ColumnHead>Statements</ColumnHead>
          <ColumnHead>To do</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </Table>
  );
}

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

function AccountRow({ account }: { account: OwnAccount }) {
  const { id, payee, bankName, accountLastFour, isMarked } = account;
  const toDo = toDoWords(account);
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-4 max-xl:not-first:border-t max-sm:px-4">
      <RowHead className={`${cardCell} xl:w-2/5`}>
        <PageLink
          href={`/statements/${id}` as Route}
          translate="no"
          className="text-link foreign-text font-medium"
        >
          {showInvisible(payee.name)}
        </PageLink>
        <span className="block text-[0.8125rem]/5 text-muted">
          {bankName}, account ending in {accountLastFour}
        </span>
      </RowHead>
      <Cell className={small}>{coverWords(account)}</Cell>
      <Cell className={small}>
        {isMarked ? (
          (toDo ?? <span className="text-muted">Nothing</span>)
        ) : (
          <Chip shape="barred-ring" tone="wait">
            No own account any more
          </Chip>
        )}
      </Cell>
    </tr>
  );
}
