import { ChevronDown } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import type { AttentionPageInput } from "#lib/contract/attention";
import type { AttentionCounts } from "#lib/contract/records";
import { mostResolved } from "#lib/server/attention/resolved-today";
import { attentionTitles } from "#lib/words/attention-titles";
import { attentionHref } from "./attention-query";
import styles from "./attention-tabs.module.css";
import { firstLine, linesOf } from "./tab-line";

type Props = { input: AttentionPageInput; counts: AttentionCounts; resolved: number };

/**
 * Each open transfer is under its most urgent reason, so their counts add up. What is resolved has no owner. One line: what
 * it can't hold is in the menu at its end, and the style sheet knows how wide it is.
 */
export function AttentionTabs({ input, counts, resolved }: Props) {
  const { page: _page, ...chosen } = input;
  const tabs = tabsOf(input, counts, resolved).map((tab) => ({
    ...tab,
    isChosen: tab.href === attentionHref(chosen),
  }));
  const lines = linesOf(tabs);
  const from = tabs.map((_, at) => firstLine(lines, at));
  const hidden = lines.map((line) => tabs.filter((_, at) => !line.includes(at)));
  const whole = hidden.findIndex((line) => line.length === 0);
  return (
    <nav aria-label="Reasons" className={`${styles.nav} mb-4 border-b border-line print:hidden`}>
      <ul className="-mb-px flex gap-x-5 overflow-x-auto">
        {tabs.map((tab, at) => (
          <li key={tab.name} data-from={from[at]}>
            <Tab {...tab} />
          </li>
        ))}
        <li data-until={whole === -1 ? lines.length : whole}>
          <button type="button" popoverTarget="more-reasons" className="tab inline-flex items-center gap-1.5">
            More
            {hidden.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <span key={at} data-only={at} className="font-normal text-muted tabular-nums">
                {line.reduce((sum, { open }) => sum + open, 0) || null}
              </span>
            ))}
            <ChevronDown className="size-4" />
          </button>
        </li>
      </ul>
      <ul
        // A press on one of its links leads on, and leaves a closed one.
        key={attentionHref(input)}
        id="more-reasons"
        popover="auto"
        aria-label="More reasons"
        className="under-button m-auto max-h-[80dvh] min-w-60 overflow-y-auto rounded-xl border border-line bg-surface p-2 text-ink shadow-lg"
      >
        {tabs.map((tab, at) => (
          <li key={tab.name} data-until={from[at]}>
            <PageLink
              href={tab.href}
              className="flex min-h-8 items-center justify-between gap-4 rounded-lg px-2 text-[0.8125rem]/5 font-medium hover:bg-sunken pointer-coarse:min-h-11"
            >
              {tab.name} <span className="font-normal text-muted tabular-nums">{tab.count}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ href, name, count, isChosen }: ReturnType<typeof tabsOf>[number] & { isChosen: boolean }) {
  return (
    <PageLink
      href={href}
      aria-current={isChosen ? "page" : undefined}
      className="tab inline-flex items-center gap-1.5"
    >
      {name} <span className="font-normal text-muted tabular-nums">{count}</span>
    </PageLink>
  );
}

/** `open`: how many need a person there. */
function tabsOf(input: AttentionPageInput, counts: AttentionCounts, resolved: number) {
  const open = input.owner === undefined ? {} : { owner: input.owner };
  const hasResolved = resolved > 0 || input.resolved !== undefined;
  return [
    { href: attentionHref(open), name: "All", count: `${counts.total}`, open: 0 },
    ...counts.reasons.map(({ reason, count }) => ({
      href: attentionHref({ ...open, reason }),
      name: attentionTitles[reason],
      count: `${count}`,
      open: count,
    })),
    ...(hasResolved
      ? [
          {
            href: attentionHref({ resolved: "today" }),
            name: "Resolved today",
            count: resolved === mostResolved ? `${resolved}+` : `${resolved}`,
            open: 0,
          },
        ]
      : []),
  ];
}
