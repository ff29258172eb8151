import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { accountLists, proposalsAtOnce } from "#lib/features/books/books-input";
import { formatCount } from "#lib/money/format";
import { listWords, waitingWords } from "../account-words";
import { RowPages } from "../row-pages";
import { ConfirmBar } from "./_acts/confirm-bar";
import { LineRows, MatchRows, PayoutRows, ProposalRows, type Shown } from "./list-rows";

/** One of the account's lists, and the way to the others. */
export function ListCard({ account, from, ...shared }: Shown & { from: number }) {
  const { id, show, counts } = account;
  const { none, lead } = listWords[show];
  const waiting = waitingWords(account);
  const isEmpty = [account.proposals, account.payouts, account.lines, account.matches].every(
    (rows) => rows.length === 0,
  );
  return (
    <Card isFlush title={listWords[show].name}>
      <nav aria-label="Lists of this account" className="flex gap-1.5 overflow-x-auto px-card pt-1 pb-3">
        {accountLists.map((list) => (
          <PageLink
            key={list}
            href={`/statements/${id}?show=${list}` as Route}
            scroll={false}
            className="pill whitespace-nowrap no-underline"
            aria-current={list === show ? "page" : undefined}
          >
            {listWords[list].name} <span className="tabular-nums">{formatCount(counts[list])}</span>
          </PageLink>
        ))}
      </nav>
      <p className="px-card pb-3 text-[0.8125rem]/5 text-muted">
        {isEmpty ? none : lead}
        {show === "not_found" && waiting !== undefined && ` ${waiting}.`}
      </p>
      <ProposalRows account={account} {...shared} />
      <PayoutRows account={account} {...shared} />
      <LineRows account={account} {...shared} />
      <MatchRows account={account} {...shared} />
      {shared.mayKeep && (show === "exact" || show === "suggested") && account.proposals.length > 0 && (
        <ConfirmBar
          standing={show}
          seen={account.seen}
          count={account.proposals.length}
          more={counts[show] - Math.min(counts[show], proposalsAtOnce)}
          asksWhy={account.proposals.some(({ rule }) => rule === "S2")}
        />
      )}
      {show !== "exact" && show !== "suggested" && (
        <RowPages
          from={from}
          count={counts[show]}
          place={(at) => `/statements/${id}?show=${show}&from=${at}`}
        />
      )}
    </Card>
  );
}
