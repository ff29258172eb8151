import { PageLink } from "#components/ui/page-link";
import type { AttentionPageInput } from "#lib/contract/attention";
import type { AttentionCounts } from "#lib/contract/records";
import { classNames } from "#lib/text/class-names";
import { attentionTitles } from "#lib/words/attention-titles";
import { attentionHref } from "./attention-query";

/** Each transfer is under its most urgent reason, so the counts add up. */
export function AttentionTabs({ input, counts }: { input: AttentionPageInput; counts: AttentionCounts }) {
  const { owner } = input;
  const tabs = [
    { reason: undefined, name: "All", count: counts.total },
    ...counts.reasons.map(({ reason, count }) => ({ reason, name: attentionTitles[reason], count })),
  ];
  return (
    <nav aria-label="Reasons" className="mb-4 border-b border-line print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-5">
        {tabs.map(({ reason, name, count }) => {
          const isChosen = reason === input.reason;
          return (
            <li key={name}>
              <PageLink
                href={attentionHref({
                  ...(reason !== undefined && { reason }),
                  ...(owner !== undefined && { owner }),
                })}
                aria-current={isChosen ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-9 items-center gap-1.5 border-b-2 text-[0.8125rem]/5 font-medium pointer-coarse:min-h-11",
                  isChosen ? "border-ink" : "border-transparent text-muted hover:border-line-strong",
                )}
              >
                {name} <span className="font-normal text-muted tabular-nums">{count}</span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
