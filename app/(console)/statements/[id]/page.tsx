import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { Chip } from "#components/chip/chip";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Plus } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { type AccountList, accountLists } from "#lib/features/books/books-input";
import { viewAccount } from "#lib/features/books/server/view-account";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { showInvisible } from "#lib/text/visible-text";
import { coverWords } from "../account-words";
import { BackLink } from "../back-link";
import { AccountGround } from "./_acts/account-ground";
import { ListCard } from "./list-card";
import { StatementList } from "./statement-list";

export const metadata: Metadata = { title: "Own account" };

export default async function AccountPage({ params, searchParams }: PageProps<"/statements/[id]">) {
  const actor = await pageActor("read");
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const show = accountLists.find((list): list is AccountList => list === query.show);
  const from = typeof query.from === "string" && /^\d{1,5}$/.test(query.from) ? Number(query.from) : 0;
  const found = await viewAccount(id, { show, from }, actor).catch(asTrouble);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Own account" back={<BackLink />} />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this account right now. Nothing has changed.
        </ProblemNotice>
      </>
    );
  }
  const mayKeep = may(actor.person.role, "keep_books");
  return (
    <>
      <PageHeader
        title={<span translate="no">{showInvisible(found.payee.name)}</span>}
        back={<BackLink />}
        beside={
          !found.isMarked && (
            <Chip shape="barred-ring" tone="wait">
              No own account any more
            </Chip>
          )
        }
        lead={`${found.bankName}, account ending in ${found.accountLastFour}. ${coverWords(found)}.`}
        actions={
          mayKeep &&
          found.isMarked && (
            <ButtonLink size="small" variant="primary" href={`/statements/${id}/new` as Route}>
              <Plus aria-hidden className="size-4" />
              Bring a statement
            </ButtonLink>
          )
        }
      />
      <AccountGround id={id}>
        <div className="space-y-4">
          <ListCard account={found} from={from} mayKeep={mayKeep} timeZone={env().timeZone} />
          <StatementList account={found} timeZone={env().timeZone} />
        </div>
      </AccountGround>
    </>
  );
}
