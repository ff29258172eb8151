import type { Route } from "next";
import { AttentionMark } from "#components/transfer/attention-mark";
import { Card } from "#components/ui/card";
import { ChevronRight } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import type { AttentionCounts } from "#lib/contract/records";
import type { sumAttention } from "#lib/server/attention/open-money";
import { formatWait } from "#lib/text/format-time";
import { initials } from "#lib/text/initials";
import { attentionTitles, houseTitles } from "#lib/words/attention-titles";
import { transfersWords } from "#lib/words/insight-words";
import { shortSumWords } from "#lib/words/sum-words";
import { RefreshOnNews } from "./refresh-on-news";

type Props = { counts: AttentionCounts; sums: Awaited<ReturnType<typeof sumAttention>>; now: number };

const row =
  "flex min-h-9 items-center gap-x-3 px-5 py-1 text-[0.8125rem]/5 -outline-offset-2 hover:bg-sunken in-[li:last-child]:rounded-b-xl pointer-coarse:min-h-11";

/** So many stand on one line of a desk's screen. */
const lettersOfLine = 36;

/** More would push the money below the first screen. */
const mostKinds = 6;

/** A row for each kind, the most urgent first. One kind that would be left over has its row. */
export function AttentionPanel({ counts: { total, reasons }, sums, now }: Props) {
  const shown = reasons.slice(0, reasons.length === mostKinds + 1 ? reasons.length : mostKinds);
  const others = reasons.slice(shown.length);
  return (
    <Card
      isFlush
      title={
        <>
          Needs attention{" "}
          {total > 0 && (
            <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">
              {total}
              <span className="max-sm:sr-only">{total === 1 ? " transfer" : " transfers"}</span>
            </span>
          )}
        </>
      }
      action={
        total > 0 && (
          <PageLink href="/attention" className="text-link text-[0.8125rem]/5 font-medium">
            Show all
          </PageLink>
        )
      }
    >
      <RefreshOnNews drawn={total} />
      {total === 0 ? (
        <p className="px-5 pb-4 text-muted">No transfer needs attention.</p>
      ) : (
        <ul className="border-t border-line">
          {shown.map(({ reason, count, oldest }) => {
            const sum = sums.get(reason);
            const wait = formatWait(oldest, now);
            return (
              <li key={reason} className="border-line not-first:border-t">
                <PageLink href={`/attention?reason=${reason}` as Route} className={row}>
                  <AttentionMark reason={reason} />
                  {houseTitles[reason] === undefined ? (
                    <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
                      <span className="font-semibold">
                        {attentionTitles[reason]}
                        {count > 1 && (
                          <span className="font-normal text-muted">{`\u00a0·\u00a0${count}`}</span>
                        )}
                      </span>
                      <span translate="no" className="foreign-text text-muted">
                        {sum !== undefined && shortSumWords(sum.sums, lettersOfLine)}
                      </span>
                    </span>
                  ) : (
                    <span className="min-w-0 flex-1 font-semibold">
                      {houseTitles[reason]}: {transfersWords(count)}
                    </span>
                  )}
                  <span className="whitespace-nowrap tabular-nums">
                    {count > 1 ? `oldest ${wait}` : wait}
                  </span>
                  <Owners names={sum?.owners ?? []} />
                  <ChevronRight className="size-4 shrink-0" />
                </PageLink>
              </li>
            );
          })}
          {others.length > 0 && (
            <li className="border-t border-line">
              <PageLink href="/attention" className={`${row} text-muted`}>
                <span className="grow pl-7">
                  <span className="font-medium text-ink">{`${others.length} more kinds`}</span>
                  {` \u00a0${transfersWords(others.reduce((sum, { count }) => sum + count, 0))}`}
                </span>
                <ChevronRight className="size-4 shrink-0 text-ink" />
              </PageLink>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

/** One person has all of them, several have, or somebody is missing. */
function Owners({ names }: { names: readonly string[] }) {
  const isMissing = names.includes("");
  const [only = "", ...others] = names;
  const words = isMissing ? "not all have an owner" : others.length > 0 ? "several owners" : only;
  if (names.length === 0) return null;
  return (
    <span title={words} className="shrink-0 max-sm:sr-only">
      <span
        aria-hidden="true"
        className={
          isMissing
            ? "grid size-6 place-items-center rounded-full border border-dashed border-line-strong text-xs text-muted"
            : "grid size-6 place-items-center rounded-full bg-accent-soft text-[0.625rem] font-semibold text-on-accent-soft"
        }
      >
        {isMissing ? "+" : others.length > 0 ? names.length : initials(only)}
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}
