"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { PageLink } from "#components/ui/page-link";
import { AttentionCount } from "./attention-count";

/** Loaded where its entry is in the menu. */
const later = (load: () => Promise<{ Count: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Count }));

/** How much waits at a page, beside its name. */
const counts: Record<string, ComponentType> = {
  "/attention": AttentionCount,
  "/approvals": later(() => import("../approvals/approvals-count")),
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
  const places = pages.filter(({ part }) => part !== "unlisted");
  const open = openPage(places, path);
  const drawn = (part: NavPage["part"]) =>
    places
      .filter((page) => page.part === part)
      .map((page) => ({ ...page, Count: counts[page.href] }))
      .map(({ href, name, icon, keys, Count }) => (
        <li key={href}>
          <PageLink
            href={href as Route}
            data-keys={keys}
            aria-current={path === href ? "page" : open === href ? "true" : undefined}
            className="nav-link"
            data-open={open === href || undefined}
          >
            {icon}
            <span className="grow">{name}</span>
            {Count !== undefined && (
              <Suspense>
                <Count />
              </Suspense>
            )}
          </PageLink>
        </li>
      ));
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">{drawn("place")}</ul>
      {views}
      {places.some(({ part }) => part === "setup") && (
        <>
          <p id="setup" className="mt-4 mb-1 px-2 text-xs text-muted">
            Setup
          </p>
          <ul aria-labelledby="setup" className="space-y-0.5">
            {drawn("setup")}
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

/** A transfer's own page and the form of a new one belong to the list. */
function openPage(pages: readonly NavPage[], path: string): string | undefined {
  const matches = pages.filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
  return matches.sort((a, b) => b.href.length - a.href.length)[0]?.href;
}
