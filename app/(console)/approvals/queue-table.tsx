import { Chip } from "#components/chip/chip";
import { AccountEnd } from "#components/payee/account-change";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import { Ago } from "#components/ui/time";
import { progressWords, requestTitle } from "#lib/features/controls/approval-words";
import type { ApprovalEntry, EndedApproval } from "#lib/features/controls/controls-api";
import { formatFiat, formatPadded } from "#lib/money/format";
import { formatAgo, formatMoment, formatUtc } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { RequestChip } from "./[id]/request-chip";

type Shared = {
  /** In milliseconds since 1970. */
  now: number;
  timeZone: string;
};
type Props = Shared & { caption: string; entries: readonly ApprovalEntry[] };

/** On a narrow screen each row becomes a card. */
export function QueueTable({ caption, entries, ...shared }: Props) {
  return (
    <Table caption={caption} className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Recipient</ColumnHead>
          <ColumnHead isAmount>Amount</ColumnHead>
          <ColumnHead>Asked by</ColumnHead>
          <ColumnHead>Why it waits</ColumnHead>
          <ColumnHead>Approved</ColumnHead>
          <ColumnHead>Waits until</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} {...shared} />
        ))}
      </tbody>
    </Table>
  );
}

const sub = "foreign-text block text-[0.8125rem]/5 text-muted";
const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

function Row({ entry, now, timeZone }: Shared & { entry: ApprovalEntry }) {
  const { expiresAt, why, given, needed } = entry;
  return (
    <tr className={row}>
      <Recipient entry={entry} now={now} />
      <Amounts entry={entry} />
      <AskedBy entry={entry} now={now} />
      <Cell className={`${small} text-[0.8125rem]/5 xl:w-3/10`}>{why}</Cell>
      <Cell className={`${small} xl:whitespace-nowrap`}>
        <span className={cardLabel}>Approved </span>
        <span className="tabular-nums">{progressWords(given, needed)}</span>
        <Own entry={entry} />
      </Cell>
      <Cell className={`${small} xl:whitespace-nowrap`}>
        <span className={cardLabel}>Waits until </span>
        <Moment at={expiresAt} now={now} timeZone={timeZone} />
      </Cell>
    </tr>
  );
}

/** What was asked for and how it ended; each leads to the whole of it. */
export function EndedTable({ entries, now, timeZone }: Shared & { entries: readonly EndedApproval[] }) {
  return (
    <Table caption="Decided or ended lately, newest first" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Recipient</ColumnHead>
          <ColumnHead isAmount>Amount</ColumnHead>
          <ColumnHead>Asked by</ColumnHead>
          <ColumnHead>Outcome</ColumnHead>
          <ColumnHead>When</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {entries.map((entry) => (
          <tr key={entry.id} className={row}>
            <Recipient entry={entry} now={now} />
            <Amounts entry={entry} />
            <AskedBy entry={entry} now={now} />
            <Cell className={small}>
              <RequestChip request={entry} />
            </Cell>
            <Cell className={`${small} xl:whitespace-nowrap`}>
              {entry.endedAt !== null && <Moment at={entry.endedAt} now={now} timeZone={timeZone} />}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const row =
  "border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-4 max-xl:not-first:border-t max-sm:px-4";

type Of = { entry: ApprovalEntry };

function Recipient({ entry, now }: Of & Pick<Shared, "now">) {
  const { id, payout, payee } = entry;
  const end = payout ?? payee?.to;
  return (
    <RowHead className={`${cardCell} xl:w-1/5`}>
      <PageLink href={`/approvals/${id}`} translate="no" className="text-link foreign-text font-medium">
        {payout === null ? requestTitle(entry) : showInvisible(payout.accountName)}
      </PageLink>
      {end !== undefined && (
        <span translate="no" className={sub}>
          <AccountEnd {...end} />
        </span>
      )}
      {payout?.accountChangedAt != null && (
        <span className="mt-1 block">
          <Chip shape="triangle" tone="warn">
            Account changed {formatAgo(payout.accountChangedAt, now)}
          </Chip>
        </span>
      )}
    </RowHead>
  );
}

function Amounts({ entry: { payout, batch } }: Of) {
  return (
    <Cell isAmount className={`${cardCell} whitespace-nowrap max-xl:text-left`}>
      {payout !== null && (
        <>
          <span className="font-medium">
            {formatPadded(payout.amount)} {payout.token}
          </span>
          {payout.naira !== null && <span className={sub}>{formatFiat(payout.naira)} NGN</span>}
          {payout.sum !== null && (
            <span className="mt-1 block">
              <Chip shape="triangle" tone="warn">
                Part of {formatFiat(payout.sum)} NGN
              </Chip>
            </span>
          )}
        </>
      )}
      {batch !== null && (
        <>
          {batch.sums.map(({ token, amount }) => (
            <span key={token} className="block font-medium">
              {formatPadded(amount)} {token}
            </span>
          ))}
          <span className={sub}>{formatFiat(batch.naira)} NGN</span>
        </>
      )}
    </Cell>
  );
}

function AskedBy({ entry: { mine, maker, askedAt }, now }: Of & Pick<Shared, "now">) {
  return (
    <Cell className={small}>
      <span className={cardLabel}>Asked by </span>
      <span className="foreign-text">{mine === "asked" ? "You" : showInvisible(maker.name)}</span>{" "}
      <span className="text-muted xl:block xl:text-[0.8125rem]/5">
        <Ago at={askedAt} now={now} />
      </span>
    </Cell>
  );
}

function Moment({ at, now, timeZone }: Shared & { at: string }) {
  return (
    <time translate="no" dateTime={at} title={formatUtc(at)}>
      {formatMoment(at, now, timeZone)}
    </time>
  );
}

/** Why it isn't the reader's to decide. */
function Own({ entry: { mine, cannotWhy } }: { entry: ApprovalEntry }) {
  const words = mine === "approved" ? "You approved it" : cannotWhy;
  return words !== null && <span className={`${sub} xl:max-w-40 xl:whitespace-normal`}>{words}</span>;
}
