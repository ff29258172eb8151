import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { formatPadded } from "#lib/money/format";
import type { OpenMoney, Sum } from "#lib/server/attention/open-money";
import { formatWait } from "#lib/text/format-time";
import { stateWords } from "#lib/transfer/transfer-states";
import { countWords, transfersWords } from "#lib/words/sum-words";

const parts = ["deposited", "awaited", "unclear"] as const;

/** What is with the service, what must still be sent and what is in doubt: three lines that add up to all that is open. */
export function OpenMoneyCard({ money, now }: { money: OpenMoney; now: number }) {
  const { short, unnamed, unreported } = money;
  const isMore = parts.some((part) => money[part].isMore);
  const count = parts.reduce((sum, part) => sum + money[part].count, -short);
  return (
    <Card
      isFlush
      title="Open money"
      action={
        !isMore && <span className="text-[0.8125rem]/5 text-muted tabular-nums">{transfersWords(count)}</span>
      }
    >
      <ul className="border-t border-line text-[0.8125rem]/5">
        {parts.map((part) => (
          <Line key={part} part={part} sum={money[part]} now={now} />
        ))}
      </ul>
      {short + unreported > 0 && !isMore && (
        <div className="space-y-1 border-t border-line px-card py-3 text-xs text-muted">
          {short > 0 && (
            <p>
              {short === 1 ? "1 short deposit counts" : `${short} short deposits count`} in the first two
              {unnamed > 0 && `, ${unnamed} of them without a sum: nobody named what arrived`}.
            </p>
          )}
          {unreported > 0 && (
            <p>
              The network has confirmed {unreported === 1 ? "1 deposit" : `${unreported} deposits`} that the
              service has not reported yet.
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

function Line({ part, sum, now }: { part: (typeof parts)[number]; sum: Sum; now: number }) {
  const { count, oldest, sums } = sum;
  const words = countWords(sum);
  return (
    <li className="flex flex-wrap justify-between gap-x-3 border-line px-card py-2.5 not-first:border-t">
      <div className="min-w-0">
        <span className="block font-medium">{stateWords[part]}</span>
        {count === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          <PageLink
            href={`/transfers?state=${part}`}
            className="inline-flex min-h-6 items-center text-xs text-muted hover:underline pointer-coarse:min-h-8"
          >
            {words}
            {oldest !== undefined && `, oldest ${formatWait(oldest, now)}`}
            <span className="sr-only">: {stateWords[part]}</span>
          </PageLink>
        )}
      </div>
      <ul translate="no" className="ml-auto text-right tabular-nums">
        {sums.map(({ token, amount }) => (
          <li key={token} className="foreign-text">
            {formatPadded(amount)}{" "}
            <span className="inline-block min-w-10.5 text-left text-xs text-muted">{token}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
