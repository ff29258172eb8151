import type { Route } from "next";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { MonthFigures } from "#lib/features/books/month-answers";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import { subtractAmounts } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { receivedSourceWords } from "#lib/words/received/received-words";
import { countOf } from "#lib/words/tables/table-words";
import { listHref, monthHref } from "../month-words";

/** What recipients were to get, and what somebody says that they got. */
export function NairaCard({ month, figures }: { month: string; figures: MonthFigures }) {
  const { tokens, received } = figures;
  const paid = tokens.filter((each) => each.paid.count > 0);
  if (paid.length === 0 && received.length === 0) return null;
  return (
    <Card title="What recipients got">
      <dl className="space-y-3 print:grid print:grid-cols-3 print:gap-x-6 print:gap-y-2 print:space-y-0">
        {paid.map(({ token, expected, paid: { count } }) => (
          <Item
            key={token}
            term={paid.length === 1 ? "Expected" : `Expected, for ${showInvisible(token)}`}
            amount={expected.count === 0 ? "Not known" : `${formatFiat(expected.amount)} NGN`}
          >
            {expected.count === 0
              ? "They had no quote in NGN."
              : `An estimate, by the quotes of ${formatCount(expected.count)} of ${formatCount(count)} reported paid`}
          </Item>
        ))}
        {received.map(({ source, currency, recorded, withdrawn }) => (
          <Item
            key={`${source} ${currency}`}
            term={receivedSourceWords[source]}
            amount={
              <PageLink
                href={listHref(month, "received", currency) as Route}
                className="-my-0.5 inline-block min-h-6 leading-6 underline decoration-line-strong underline-offset-3 hover:decoration-current pointer-coarse:-my-2 pointer-coarse:min-h-9 pointer-coarse:leading-9"
              >
                <span className="sr-only">{receivedSourceWords[source]}: </span>
                {formatPadded(subtractAmounts(recorded.amount, withdrawn.amount))} {showInvisible(currency)}
              </PageLink>
            }
          >
            {countOf(recorded.count, "record")}
            {withdrawn.count > 0 &&
              ` of ${formatPadded(recorded.amount)}, less ${formatCount(withdrawn.count)} taken back: ${formatPadded(withdrawn.amount)}`}
          </Item>
        ))}
      </dl>
      {received.length === 0 && (
        <p className="pt-3 text-[0.8125rem]/5 text-muted">Nobody recorded what arrived.</p>
      )}
      {paid.length > 0 && (
        <p className="pt-3 text-[0.8125rem]/5 print:hidden">
          <PageLink href={`${monthHref(month)}?show=parts` as Route} className="lone-link">
            By payee, bank and person
          </PageLink>
        </p>
      )}
    </Card>
  );
}

function Item({ term, amount, children }: { term: string; amount: ReactNode; children: ReactNode }) {
  return (
    <div className="foreign-text">
      <dt className="text-[0.8125rem]/5 text-muted">{term}</dt>
      <dd>
        <span translate="no" className="block font-medium tabular-nums">
          {amount}
        </span>
        <span className="block text-xs/4.5 text-muted">{children}</span>
      </dd>
    </div>
  );
}
