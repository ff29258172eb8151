import { Chip } from "#components/chip/chip";
import { AccountEnd } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageLink } from "#components/ui/page-link";
import { Time } from "#components/ui/time";
import { formatPadded, lastFour } from "#lib/money/format";
import { mostResolved, type Resolved } from "#lib/server/attention/resolved-today";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { statusLooks } from "#lib/words/status-looks";
import { describeStanding } from "#lib/words/words";

export function ResolvedToday({ rows, timeZone }: { rows: readonly Resolved[]; timeZone: string }) {
  if (rows.length === 0)
    return (
      <Card isFlush>
        <EmptyState title="Nothing was marked as resolved today" />
      </Card>
    );
  return (
    <Card isFlush>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <Row key={row.transfer.id} row={row} timeZone={timeZone} />
        ))}
      </ul>
      {rows.length === mostResolved && (
        <p className="border-t border-line px-card py-3 text-[0.8125rem]/5 text-muted">
          The newest {mostResolved}. The others are in the audit log.
        </p>
      )}
    </Card>
  );
}

/** The last ones, one line each. */
export function NewestResolved({
  rows,
  count,
  timeZone,
}: {
  rows: readonly Resolved[];
  count: number;
  timeZone: string;
}) {
  return (
    <Card
      isFlush
      className="mt-4 print:hidden"
      title={
        <>
          Resolved today{" "}
          <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted tabular-nums">
            {count === mostResolved ? `${count}+` : count}
          </span>
        </>
      }
      action={
        <PageLink href="/attention?resolved=today" className="lone-link text-[0.8125rem]/5 font-medium">
          Show all<span className="sr-only"> that was resolved today</span>
        </PageLink>
      }
    >
      <ul className="border-t border-line">
        {rows.map((row) => (
          <ShortRow key={row.transfer.id} row={row} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function ShortRow({ row: { transfer, at, by, why }, timeZone }: { row: Resolved; timeZone: string }) {
  return (
    <li className="grid min-h-10 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 border-line px-card py-1.5 text-[0.8125rem]/5 not-first:border-t sm:grid-cols-[3.5rem_minmax(0,8rem)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,8rem)]">
      <time dateTime={at} className="text-muted">
        {formatTime(at, timeZone).split(", ").at(-1)}
      </time>
      <span className="font-medium max-sm:col-start-2">{describeStanding(transfer).word}</span>
      <PageLink
        href={`/transfers/${transfer.id}`}
        translate="no"
        className="foreign-text inline-flex min-h-6 items-center hover:underline max-sm:col-start-2"
      >
        <span className="line-clamp-1">{showInvisible(transfer.accountName)}</span>
      </PageLink>
      <span className="foreign-text line-clamp-1 text-muted max-sm:col-start-2">
        {why !== null && showInvisible(why)}
      </span>
      <span className="foreign-text line-clamp-1 text-muted max-sm:col-start-2 sm:text-right">
        {showInvisible(by)}
      </span>
    </li>
  );
}

function Row({ row: { transfer, at, by, why }, timeZone }: { row: Resolved; timeZone: string }) {
  const { id, accountName, bankName, accountNumber, amount, fromCurrency } = transfer;
  const { word, group } = describeStanding(transfer);
  const sum = `${formatPadded(amount)} ${fromCurrency}`;
  return (
    <li className="space-y-1 px-card py-3 text-[0.8125rem]/5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink
          href={`/transfers/${id}`}
          aria-label={`${accountName}, ${sum}, ${word}`}
          translate="no"
          className="text-link foreign-text inline-flex min-h-6 items-center font-medium pointer-coarse:min-h-11"
        >
          {showInvisible(accountName)}
        </PageLink>
        <span translate="no" className="foreign-text text-muted">
          <AccountEnd bankName={bankName} accountLastFour={lastFour(accountNumber)} />
        </span>
        <Chip {...statusLooks[group]}>{word}</Chip>
        <span className="ml-auto tabular-nums">{sum}</span>
      </div>
      {why !== null && <p className="foreign-text whitespace-pre-line">{showInvisible(why)}</p>}
      <p className="text-muted">
        Resolved by {showInvisible(by)}, <Time at={at} timeZone={timeZone} />
      </p>
    </li>
  );
}
