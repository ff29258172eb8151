import { PageLink } from "#components/ui/page-link";
import type { AttentionPageInput } from "#lib/contract/attention";
import type { AttentionCounts } from "#lib/contract/records";
import { mostResolved } from "#lib/server/attention/resolved-today";
import { attentionTitles } from "#lib/words/attention-titles";
import { attentionHref } from "./attention-query";

type Props = { input: AttentionPageInput; counts: AttentionCounts; resolved: number };

/** Each open transfer is under its most urgent reason, so their counts add up. What is resolved has no owner. */
export function AttentionTabs({ input, counts, resolved }: Props) {
  const { owner } = input;
  const open = owner === undefined ? {} : { owner };
  const tabs = [
    { href: attentionHref(open), name: "All", count: `${counts.total}` },
    ...counts.reasons.map(({ reason, count }) => ({
      href: attentionHref({ ...open, reason }),
      name: attentionTitles[reason],
      count: `${count}`,
    })),
    ...(resolved === 0 && input.resolved === undefined
      ? []
      : [
          {
            href: attentionHref({ resolved: "today" }),
            name: "Resolved today",
            count: resolved === mostResolved ? `${resolved}+` : `${resolved}`,
          },
        ]),
  ];
  const { page: _page, ...chosen } = input;
  return (
    <nav aria-label="Reasons" className="mb-4 border-b border-line print:hidden">
      <ul className="-mb-px flex gap-x-5 overflow-x-auto sm:flex-wrap">
        {tabs.map(({ href, name, count }) => {
          const isChosen = href === attentionHref(chosen);
          return (
            <li key={name}>
              <PageLink
                href={href}
                aria-current={isChosen ? "page" : undefined}
                className="tab inline-flex items-center gap-1.5"
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
