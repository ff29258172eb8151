import type { Route } from "next";
import { ChevronRight } from "#components/ui/icon";
import { backInGutter } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";

/** `to`: the account or another page below the list, and how it is called; without one, the list. */
export function BackLink({ to }: { to?: { id: string; name: string } }) {
  return (
    <PageLink
      href={(to === undefined ? "/statements" : `/statements/${to.id}`) as Route}
      aria-label={to === undefined ? "Back to the own accounts" : `Back to ${to.name}`}
      data-back
      className={`icon-button ${backInGutter}`}
    >
      <ChevronRight aria-hidden className="size-4 rotate-180" />
    </PageLink>
  );
}
