import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { formatSum } from "#lib/features/insight/format-sum";
import type { Insight } from "#lib/features/insight/insight-api";
import { shareSentence } from "#lib/features/insight/insight-words";
import { formatCount, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { type ListState, stateWords } from "#lib/transfer/transfer-states";
import { transfersWords } from "#lib/words/sum-words";

type Tokens = Insight["tokens"];
const states = ["created", "paid", "open", "failed"] as const satisfies ListState[];
type State = (typeof states)[number];
const zero = "0" as Amount;

/** What was created in a range and what became of it: one line a token, never added together, and of how many a share is. Each figure leads to its list. */
export function TokenFigures({
  tokens,
  hrefOf,
}: {
  tokens: Tokens;
  hrefOf: (filters: { state: State; token?: string }) => Route;
}) {
  // A digit on a line of its own could be missed: where one sum is long, all of its line are drawn smaller.
  const longest = Math.max(...states.map((state) => formatSum(tokens[0]?.[state].amount ?? zero).length));
  const isLong = longest > 13;
  const countOf = (state: State) => tokens.reduce((sum, figures) => sum + figures[state].count, 0);
  const share = shareSentence(countOf("paid"), countOf("failed"), countOf("open"));
  return (
    <>
      <dl
        className={`grid grid-cols-2 border-line border-y lg:grid-cols-4 ${longest > 16 ? "max-sm:grid-cols-1 max-sm:*:border-l-0! max-sm:*:px-4! max-sm:*:not-first:border-t!" : ""}`}
      >
        {states.map((state) => (
          <div
            key={state}
            className="flex min-w-0 flex-wrap content-start items-baseline justify-between gap-x-1 border-line px-5 py-3 max-sm:px-3 max-sm:odd:pl-4 lg:px-4 lg:first:pl-5 lg:last:pr-5 even:border-l max-lg:nth-[n+3]:border-t lg:not-first:border-l"
          >
            <dt className="text-xs text-muted">{stateWords[state]}</dt>
            <dd className="text-[0.8125rem]/5 font-medium tabular-nums">
              <PageLink
                href={hrefOf({ state })}
                className="inline-block min-h-6 leading-6 hover:underline pointer-coarse:min-h-9"
              >
                {formatCount(countOf(state))}
                <span className="sr-only">{countOf(state) === 1 ? " transfer" : " transfers"}</span>
              </PageLink>
            </dd>
            {tokens.map(({ token, ...figures }, at) => (
              <dd key={token} className={at === 0 ? "w-full" : "w-full text-[0.8125rem]"}>
                <PageLink
                  href={hrefOf({ state, token })}
                  title={titleOf(figures[state], token)}
                  translate="no"
                  className="foreign-text inline-block min-h-6 leading-6 tabular-nums hover:underline pointer-coarse:min-h-9"
                >
                  <span className={at === 0 ? sumLook(isLong) : "font-medium"}>
                    {formatSum(figures[state].amount)}
                  </span>{" "}
                  <span className="text-[0.8125rem]/5 text-muted max-sm:text-xs">{token}</span>
                </PageLink>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="px-card pt-3 text-[0.8125rem]/5 text-muted">
        {share.before}
        <strong className="font-medium text-ink">{share.said}</strong>
        {share.after}
      </p>
    </>
  );
}

function sumLook(isLong: boolean): string {
  return isLong ? "font-semibold max-sm:text-xs" : "font-semibold max-sm:text-base sm:text-lg/6.5";
}

function titleOf({ amount, count }: Tokens[number]["created"], token: string): string {
  return `${formatPadded(amount)} ${token}, ${transfersWords(count)}`;
}
