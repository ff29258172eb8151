import type { Route } from "next";
import { AttentionMark } from "#components/transfer/attention-mark";
import { Card } from "#components/ui/card";
import { ChevronRight } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import type { AttentionCounts } from "#lib/contract/records";
import { formatPadded } from "#lib/money/format";
import type { Staked, sumAttention } from "#lib/server/attention/open-money";
import { formatWait } from "#lib/text/format-time";
import { initials } from "#lib/text/initials";
import { showInvisible } from "#lib/text/visible-text";
import { attentionTitles, houseTitles } from "#lib/words/attention-titles";
import { transfersWords } from "#lib/words/sum-words";
import type { Stake } from "#lib/words/trouble/stake";
import { RefreshOnNews } from "./refresh-on-news";

type Props = { counts: AttentionCounts; sums: Awaited<ReturnType<typeof sumAttention>>; now: number };

/** One set of columns for all rows, as wide as the widest: mark, reason, what it is, digits, token, oldest, owner. */
const columns =
  "grid grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto_auto_auto]";
const line = "col-span-full grid grid-cols-subgrid";
const row = `${line} min-h-9 items-center px-card py-1 text-[0.8125rem]/5 -outline-offset-2 hover:bg-sunken max-sm:items-start max-sm:py-2 pointer-coarse:min-h-11`;

/** Of a phone's line, in characters. */
const mostBeside = 12;

/** More would push the money below the first screen. */
export const mostKinds = 6;

/** A row for each kind, the most urgent first; the rest in one row. */
export function AttentionPanel({ counts: { total, batches, reasons }, sums, now }: Props) {
  const shown = reasons.slice(0, mostKinds);
  const others = reasons.slice(mostKinds);
  return (
    <Card
      isFlush
      className="overflow-hidden"
      title={
        <>
          Needs attention{" "}
          {total > 0 && (
            <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">{transfersWords(total)}</span>
          )}
        </>
      }
      action={
        total + batches > 0 && (
          <PageLink href="/attention" className="lone-link text-[0.8125rem]/5 font-medium">
            Show all
          </PageLink>
        )
      }
    >
      <RefreshOnNews drawn={total + batches} />
      {total === 0 ? (
        <p className="px-card pb-4 text-muted">No transfer needs attention.</p>
      ) : (
        <div className={columns}>
          {/* Each row says to a listener what its figures are. */}
          <p aria-hidden="true" className={`${line} px-card pb-1.5 text-xs text-muted max-sm:hidden`}>
            <span className="col-span-2">Reason</span>
            <span className="col-span-3">At stake</span>
            <span className="text-right">Oldest</span>
            <span className="text-right">Owner</span>
          </p>
          <ul className={`${line} border-t border-line`}>
            {shown.map((each) => (
              <Kind key={each.reason} {...each} staked={sums.get(each.reason)} now={now} />
            ))}
            {others.length > 0 && <Others kinds={others} now={now} />}
          </ul>
        </div>
      )}
      {batches > 0 && (
        <p className="border-t border-line px-card py-3 text-[0.8125rem]/5">
          <PageLink href="/attention" className="lone-link font-medium">
            {batches === 1 ? "1 batch of payouts waits" : `${batches} batches of payouts wait`} for somebody
          </PageLink>
        </p>
      )}
    </Card>
  );
}

type Counted = AttentionCounts["reasons"][number];

function Kind({ reason, count, oldest, staked, now }: Counted & { staked: Staked | undefined; now: number }) {
  const [largest, ...less] = staked?.stakes ?? [];
  const house = houseTitles[reason];
  const title = house === undefined ? attentionTitles[reason] : `${house}: ${transfersWords(count)}`;
  const amount = largest === undefined ? "" : formatPadded(largest.amount);
  // On a phone it goes below the reason.
  const isLong = amount.length > mostBeside;
  return (
    <li className={`${line} border-line not-first:border-t`}>
      <PageLink href={`/attention?reason=${reason}` as Route} className={row}>
        <AttentionMark reason={reason} className="max-sm:mt-0.5" />
        <span
          title={title}
          className={`min-w-0 sm:flex ${largest === undefined ? "col-span-3 sm:col-span-4" : isLong ? "max-sm:col-span-3" : ""}`}
        >
          <span className="font-medium sm:truncate">{title}</span>
          {house === undefined && count > 1 && (
            <span className="text-muted tabular-nums">{` \u00a0${count}`}</span>
          )}
        </span>
        {largest !== undefined && (
          <>
            <span className="text-xs text-muted max-sm:order-last sm:whitespace-nowrap max-sm:col-span-4 max-sm:col-start-2">
              {isLong && (
                <span
                  translate="no"
                  className="font-medium whitespace-nowrap text-ink tabular-nums sm:hidden"
                >
                  {amount} {showInvisible(largest.symbol)}{" "}
                </span>
              )}
              {largest.word}
              {less.length > 0 && (
                <span className="sm:hidden">{`, and ${lessWords(less, largest.word)}`}</span>
              )}
            </span>{" "}
            <span
              translate="no"
              title={(staked?.stakes ?? []).map(stakeWords).join(", ")}
              className={`text-right font-medium whitespace-nowrap tabular-nums ${isLong ? "max-sm:hidden" : ""}`}
            >
              {amount}
            </span>{" "}
            <span
              className={`-ml-1.5 min-w-10.5 text-xs/5 whitespace-nowrap text-muted ${isLong ? "max-sm:hidden" : ""}`}
            >
              <span translate="no">{showInvisible(largest.symbol)}</span>
              {less.length > 0 && <span className="max-sm:hidden">{` and ${less.length} more`}</span>}
            </span>
          </>
        )}
        <span className="text-right whitespace-nowrap text-muted tabular-nums">
          <span className="sr-only">oldest </span>
          {formatWait(oldest, now)}
        </span>
        <Owners names={staked?.owners ?? []} />
      </PageLink>
    </li>
  );
}

function Others({ kinds, now }: { kinds: readonly Counted[]; now: number }) {
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const oldest = kinds.map((kind) => kind.oldest).sort()[0] ?? "";
  return (
    <li className={`${line} border-t border-line`}>
      <PageLink href="/attention" className={`${row} text-muted`}>
        <span className="col-start-2 col-end-5 sm:col-end-6">
          {`${kinds.length} more ${kinds.length === 1 ? "reason" : "reasons"}, ${transfersWords(count)}`}
        </span>
        <span className="text-right whitespace-nowrap tabular-nums">
          <span className="sr-only">oldest </span>
          {formatWait(oldest, now)}
        </span>
        <ChevronRight className="size-4 justify-self-end text-ink max-sm:hidden" />
      </PageLink>
    </li>
  );
}

/** In the line below the largest one, which has room for another. `said`: what that one is. */
function lessWords(less: readonly Stake[], said: string): string {
  const [second, ...others] = less;
  if (second === undefined || others.length > 0) return `${less.length} more sums`;
  const { amount, symbol, word } = second;
  return word === said ? `${formatPadded(amount)} ${showInvisible(symbol)}` : stakeWords(second);
}

function stakeWords({ amount, symbol, word }: Stake): string {
  return `${formatPadded(amount)} ${showInvisible(symbol)} ${word}`;
}

/** One person has all of them, several have, or somebody is missing. */
function Owners({ names }: { names: readonly string[] }) {
  const isMissing = names.includes("");
  const [only = "", ...others] = names;
  const words = isMissing ? "not all have an owner" : others.length > 0 ? "several owners" : only;
  if (names.length === 0) return <span className="max-sm:hidden" />;
  return (
    <span title={words} className="justify-self-end max-sm:sr-only">
      <span
        aria-hidden="true"
        className={
          isMissing
            ? "grid size-6 place-items-center rounded-full border border-dashed border-line-strong text-xs text-muted"
            : "grid size-6 place-items-center rounded-full bg-sunken text-[0.625rem] font-medium text-muted"
        }
      >
        {isMissing ? "+" : others.length > 0 ? names.length : initials(only)}
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}
