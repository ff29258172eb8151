import { X } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import type { AttentionPageInput } from "#lib/contract/attention";
import type { AttentionPage } from "#lib/server/attention/attention";
import { mostResolved } from "#lib/server/attention/resolved-today";
import { attentionTitles } from "#lib/words/attention-titles";
import { attentionHref } from "./attention-query";

type Props = { input: AttentionPageInput; resolved: number } & Pick<AttentionPage, "counts" | "whose">;

/** Whose they are, and what was resolved today. A reason that is asked for stands below, with the way out of it. */
export function AttentionTabs({ input, counts, whose, resolved }: Props) {
  const { reason, owner } = input;
  const chosen = attentionHref({ owner, resolved: input.resolved });
  const tabs = [
    { href: attentionHref({}), name: "Everyone’s", count: `${counts.total}` },
    { href: attentionHref({ owner: "me" }), name: "Mine", count: `${whose.me}` },
    { href: attentionHref({ owner: "none" }), name: "No owner", count: `${whose.none}` },
    {
      href: attentionHref({ resolved: "today" }),
      name: "Resolved today",
      count: resolved === mostResolved ? `${resolved}+` : `${resolved}`,
    },
  ];
  return (
    <div className="mb-4 space-y-3 print:hidden">
      <nav aria-label="Whose" className="border-b border-line">
        <ul className="-mb-px flex gap-x-5 overflow-x-auto max-sm:gap-x-4">
          {tabs.map(({ href, name, count }) => (
            <li key={name}>
              <PageLink
                href={href}
                aria-current={href === chosen ? "page" : undefined}
                className="tab inline-flex items-center gap-1.5"
              >
                {name} <span className="font-normal text-muted tabular-nums">{count}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {reason !== undefined && (
        <PageLink href={attentionHref({ owner })} className="pill w-fit">
          Reason: {attentionTitles[reason]}
          <X className="size-3.5" />
          <span className="sr-only">Show every reason</span>
        </PageLink>
      )}
    </div>
  );
}
