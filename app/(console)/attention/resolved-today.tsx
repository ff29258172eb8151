import { Chip } from "#components/chip/chip";
import { AccountEnd } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageLink } from "#components/ui/page-link";
import { Time } from "#components/ui/time";
import { formatExact, lastFour } from "#lib/money/format";
import { mostResolved, type Resolved } from "#lib/server/attention/resolved-today";
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
        <p className="border-t border-line px-5 py-3 text-[0.8125rem]/5 text-muted">
          The newest {mostResolved}. The others are in the audit log.
        </p>
      )}
    </Card>
  );
}

function Row({ row: { transfer, at, by, why }, timeZone }: { row: Resolved; timeZone: string }) {
  const { id, accountName, bankName, accountNumber, amount, fromCurrency } = transfer;
  const { word, group } = describeStanding(transfer);
  const sum = `${formatExact(amount)} ${fromCurrency}`;
  return (
    <li className="space-y-1 px-5 py-3 text-[0.8125rem]/5">
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
