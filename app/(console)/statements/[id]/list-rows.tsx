import type { Route } from "next";
import type { ReactNode } from "react";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import type { AccountDetail, Payout, StatementLine } from "#lib/features/books/books-answers";
import { formatFiat } from "#lib/money/format";
import { writeDay } from "#lib/text/day-text";
import { formatDate } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { MatchButton, TakeBackButton } from "./_acts/account-ground";

export type Shown = { account: AccountDetail; mayKeep: boolean; timeZone: string };

const cardRow =
  "border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-4 max-xl:not-first:border-t max-sm:px-4";
const small = `${cardCell} max-xl:text-[0.8125rem]/5`;
const amount = `${small} max-xl:text-left`;

function Rows({ caption, heads, children }: { caption: string; heads: ReactNode; children: ReactNode }) {
  return (
    <Table caption={caption} className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>{heads}</tr>
      </thead>
      <tbody className="max-xl:block">{children}</tbody>
    </Table>
  );
}

function Acts() {
  return (
    <ColumnHead>
      <span className="sr-only">Acts</span>
    </ColumnHead>
  );
}

/** What the bank wrote; for a role that may not see it, where it stands. */
function LineCell({ line }: { line: StatementLine }) {
  const text = [line.narration, line.reference].filter((each) => each !== null && each !== "").join(" · ");
  return (
    <RowHead className={`${cardCell} xl:w-1/3`}>
      <span className="block font-medium">{writeDay(line.day)}</span>
      <span translate="no" className="foreign-text block text-[0.8125rem]/5 text-muted">
        {text === "" ? `Line ${line.n}` : showInvisible(text)}
      </span>
    </RowHead>
  );
}

function PayoutText({ payout, timeZone }: { payout: Payout; timeZone: string }) {
  const { id, reference, transactionId, paidAt, createdAt } = payout;
  return (
    <>
      <PageLink href={`/transfers/${id}` as Route} translate="no" className="text-link foreign-text">
        {showInvisible(reference ?? transactionId ?? id.slice(0, 8))}
      </PageLink>
      <span className="block text-[0.8125rem]/5 text-muted xl:whitespace-nowrap">
        {paidAt === null
          ? `Created ${formatDate(createdAt, timeZone)}`
          : `Reported paid ${formatDate(paidAt, timeZone)}`}
      </span>
    </>
  );
}

const naira = (amount: Payout["expected"]) => (amount === null ? "Not known" : formatFiat(amount));

export function ProposalRows({ account: { proposals }, mayKeep, timeZone }: Shown) {
  if (proposals.length === 0) return null;
  const heads = (
    <>
      <ColumnHead>Line</ColumnHead>
      <ColumnHead isAmount>Arrived, NGN</ColumnHead>
      <ColumnHead>Payout</ColumnHead>
      <ColumnHead isAmount>Expected, NGN</ColumnHead>
      <ColumnHead>Why</ColumnHead>
      {mayKeep && <Acts />}
    </>
  );
  return (
    <Rows caption="Proposed matches, the oldest lines first" heads={heads}>
      {proposals.map(({ line, transfer, why, reason }) => (
        <tr key={line.id} className={cardRow}>
          <LineCell line={line} />
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Arrived </span>
            {formatFiat(line.left)}
          </Cell>
          <Cell className={small}>
            <PayoutText payout={transfer} timeZone={timeZone} />
          </Cell>
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Expected </span>
            {naira(transfer.expected)}
          </Cell>
          <Cell className={`${small} xl:w-1/4`}>{why}</Cell>
          {mayKeep && (
            <Cell className={small}>
              <MatchButton line={line} chosen={transfer} reason={reason}>
                {`Match line ${line.n} by hand`}
              </MatchButton>
            </Cell>
          )}
        </tr>
      ))}
    </Rows>
  );
}

export function PayoutRows({ account: { payouts }, timeZone }: Shown) {
  if (payouts.length === 0) return null;
  const heads = (
    <>
      <ColumnHead>Payout</ColumnHead>
      <ColumnHead isAmount>Expected, NGN</ColumnHead>
    </>
  );
  return (
    <Rows caption="Payouts without a line, the oldest first" heads={heads}>
      {payouts.map((payout) => (
        <tr key={payout.id} className={cardRow}>
          <RowHead className={cardCell}>
            <PayoutText payout={payout} timeZone={timeZone} />
          </RowHead>
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Expected </span>
            {naira(payout.expected)}
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

export function LineRows({ account: { lines }, mayKeep }: Shown) {
  if (lines.length === 0) return null;
  const heads = (
    <>
      <ColumnHead>Line</ColumnHead>
      <ColumnHead isAmount>Amount, NGN</ColumnHead>
      <ColumnHead isAmount>Not matched, NGN</ColumnHead>
      {mayKeep && <Acts />}
    </>
  );
  return (
    <Rows caption="Lines without a payout, the newest first" heads={heads}>
      {lines.map((line) => (
        <tr key={line.id} className={cardRow}>
          <LineCell line={line} />
          <Cell isAmount className={amount}>
            {formatFiat(line.amount)}
          </Cell>
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Not matched </span>
            {formatFiat(line.left)}
          </Cell>
          {mayKeep && (
            <Cell className={small}>
              <MatchButton line={line}>{`Find the payout of line ${line.n}`}</MatchButton>
            </Cell>
          )}
        </tr>
      ))}
    </Rows>
  );
}

export function MatchRows({ account: { matches }, mayKeep, timeZone }: Shown) {
  if (matches.length === 0) return null;
  const heads = (
    <>
      <ColumnHead>Line</ColumnHead>
      <ColumnHead isAmount>Matched, NGN</ColumnHead>
      <ColumnHead>Payout</ColumnHead>
      <ColumnHead isAmount>Expected, NGN</ColumnHead>
      <ColumnHead>Confirmed by</ColumnHead>
      {mayKeep && <Acts />}
    </>
  );
  return (
    <Rows caption="Matches, the newest first" heads={heads}>
      {matches.map(({ id, line, transfer, amount, matchedAt, matchedBy }) => (
        <tr key={id} className={cardRow}>
          <LineCell line={line} />
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Matched </span>
            {formatFiat(amount)}
          </Cell>
          <Cell className={small}>
            <PayoutText payout={transfer} timeZone={timeZone} />
          </Cell>
          <Cell isAmount className={amount}>
            <span className={cardLabel}>Expected </span>
            {naira(transfer.expected)}
          </Cell>
          <Cell className={small}>
            <span className={cardLabel}>Confirmed by </span>
            <span translate="no">{matchedBy === null ? "Somebody" : showInvisible(matchedBy)}</span>
            <span className="text-muted xl:block xl:text-[0.8125rem]/5">
              {" "}
              {formatDate(matchedAt, timeZone)}
            </span>
          </Cell>
          {mayKeep && (
            <Cell className={small}>
              <TakeBackButton matchId={id}>{`Take back line ${line.n}`}</TakeBackButton>
            </Cell>
          )}
        </tr>
      ))}
    </Rows>
  );
}
