import type { Route } from "next";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { AccountDetail } from "#lib/features/books/books-answers";
import { formatDate } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { spanWords } from "../account-words";

type Props = { account: AccountDetail; timeZone: string };

/** The files that were brought, and the days that none of them covers. */
export function StatementList({ account: { id, statements, missing }, timeZone }: Props) {
  return (
    <Card title="Statements">
      {missing.length > 0 && (
        <Notice
          kind="warn"
          title={`No statement covers ${missing.map(spanWords).join(", or ")}`}
          className="mb-4"
        >
          Payouts of these days can’t be found before you bring it.
        </Notice>
      )}
      {statements.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {statements.map((statement) => (
            <li key={statement.id} className="py-2.5">
              <PageLink
                href={`/statements/${id}/${statement.id}` as Route}
                translate="no"
                className="text-link foreign-text"
              >
                {showInvisible(statement.name)}
              </PageLink>
              <span className="block text-[0.8125rem]/5 text-muted">
                {spanWords(statement)} ·{" "}
                {statement.isRemoved ? "taken out" : countOf(statement.fresh, "new line")}
                {!statement.isRemoved && statement.known > 0 && `, ${statement.known} here already`}
                {!statement.isRemoved && statement.doubts > 0 && (
                  <span className="text-warn"> · {countOf(statement.doubts, "doubt")}</span>
                )}{" "}
                · brought {formatDate(statement.broughtAt, timeZone)}
                {statement.broughtBy !== null && ` by ${showInvisible(statement.broughtBy)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
