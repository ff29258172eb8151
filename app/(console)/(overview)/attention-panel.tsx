import type { Route } from "next";
import { AttentionMark } from "#components/transfer/attention-mark";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { AttentionCounts } from "#lib/contract/records";
import type { sumAttention } from "#lib/server/attention/open-money";
import { formatWait } from "#lib/text/format-time";
import { initials } from "#lib/text/initials";
import { attentionTitles } from "#lib/words/attention-titles";
import { shortSumWords } from "#lib/words/sum-words";
import { RefreshOnNews } from "./refresh-on-news";

type Props = { counts: AttentionCounts; sums: Awaited<ReturnType<typeof sumAttention>>; now: number };

/** So many stand on one line of a desk's screen. */
const lettersOfLine = 36;

/** A row for each kind, the most urgent first. */
export function AttentionPanel({ counts: { total, reasons }, sums, now }: Props) {
  return (
    <Card
      isFlush
      title={
        <>
          Needs attention{" "}
          {total > 0 && (
            <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">
              {total === 1 ? "1 transfer" : `${total} transfers`}
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
          {reasons.map(({ reason, count, oldest }) => {
            const sum = sums.get(reason);
            const wait = formatWait(oldest, now);
            return (
              <li key={reason} className="border-line not-first:border-t">
                <PageLink
                  href={`/attention?reason=${reason}` as Route}
                  className="flex min-h-9 items-center gap-x-3 px-5 py-1 text-[0.8125rem]/5 -outline-offset-2 last:rounded-b-xl hover:bg-sunken pointer-coarse:min-h-11"
                >
                  <AttentionMark reason={reason} />
                  <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
                    <span className="font-semibold">
                      {attentionTitles[reason]}
                      {count > 1 && <span className="font-normal text-muted">{`\u00a0·\u00a0${count}`}</span>}
                    </span>
                    <span className="foreign-text text-muted">
                      {sum !== undefined && shortSumWords(sum.sums, lettersOfLine)}
                    </span>
                  </span>
                  <span className="whitespace-nowrap tabular-nums">
                    {count > 1 ? `oldest ${wait}` : wait}
                  </span>
                  <Owners names={sum?.owners ?? []} />
                </PageLink>
              </li>
            );
          })}
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
    <span title={words} className="shrink-0">
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
