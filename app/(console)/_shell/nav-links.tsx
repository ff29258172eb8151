"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { usePathname } from "next/navigation";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { PageLink } from "#components/ui/page-link";
import { useIsAlive } from "#lib/browser/is-alive";
import { attentionCountsQuery } from "#lib/calls/queries";

/** How much waits at a page, beside its name; of a feature it is loaded where its entry is in the menu. */
const counts: Record<string, ComponentType> = {
  "/attention": AttentionCount,
  "/approvals": lazy(() => import("../approvals/approvals-count").then(({ Count }) => ({ default: Count }))),
};

export type NavPage = {
  href: string;
  name: string;
  icon: ReactNode;
  keys: string;
  /** What is set up once is below the rest; what is not in the menu has its key. */
  part: "place" | "setup" | "unlisted";
};

type Props = { pages: readonly NavPage[]; views: ReactNode };

export function NavLinks({ pages, views }: Props) {
  const path = usePathname();
  // A count in a `Suspense` wakes after the page, which can know a number by then that the server did not draw.
  const isAlive = useIsAlive();
  const places = pages.filter(({ part }) => part !== "unlisted");
  const open = openPage(places, path);
  const drawn = (part: NavPage["part"]) =>
    places
      .filter((page) => page.part === part)
      .map(({ href, name, icon, keys }) => {
        const Count = counts[href];
        return (
          <li key={href}>
            <PageLink
              href={href as Route}
              data-keys={keys}
              aria-current={open === href ? (path === href ? "page" : true) : undefined}
              className="nav-link"
            >
              {icon}
              <span className="grow">{name}</span>
              {Count && isAlive && (
                <Suspense>
                  <Count />
                </Suspense>
              )}
            </PageLink>
          </li>
        );
      });
  const setup = drawn("setup");
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">{drawn("place")}</ul>
      {views}
      {setup.length > 0 && (
        <>
          <p id="setup" className="mt-4 mb-1 px-2 text-xs text-muted">
            Setup
          </p>
          <ul aria-labelledby="setup" className="space-y-0.5">
            {setup}
          </ul>
        </>
      )}
      {pages
        .filter(({ part }) => part === "unlisted")
        .map(({ href, keys }) => (
          <PageLink key={href} href={href as Route} data-keys={keys} hidden />
        ))}
    </nav>
  );
}

/** A transfer's own page and the form of a new one belong to the list. No entry lies below another. */
function openPage(pages: readonly NavPage[], path: string): string | undefined {
  return pages.find(({ href }) => `${path}/`.startsWith(`${href}/`))?.href;
}

/** Transfers and batches. Shows nothing while there are none, or nobody knows. */
function AttentionCount() {
  const { data } = useQuery(attentionCountsQuery);
  const count = data && data.total + data.batches;
  if (!count) return null;
  return (
    <span className="menu-count">
      {count > 999 ? "999+" : count}
      <span className="sr-only"> to look at</span>
    </span>
  );
}
