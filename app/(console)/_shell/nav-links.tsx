"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { type ReactNode, useId } from "react";
import { PageLink } from "#components/ui/page-link";
import { AttentionCount } from "./attention-count";

export type NavPage = {
  href: string;
  name: string;
  icon: ReactNode;
  keys: string;
  /** What is set up once, below the rest. */
  isSetup: boolean;
};

export function NavLinks({ pages }: { pages: readonly NavPage[] }) {
  const path = usePathname();
  const open = openPage(pages, path);
  const setupId = useId();
  const drawn = (isSetup: boolean) =>
    pages
      .filter((page) => page.isSetup === isSetup)
      .map(({ href, name, icon, keys }) => (
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
            {href === "/attention" && <AttentionCount />}
          </PageLink>
        </li>
      ));
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">{drawn(false)}</ul>
      <p id={setupId} className="mt-4 mb-1 px-2 text-xs text-muted">
        Setup
      </p>
      <ul aria-labelledby={setupId} className="space-y-0.5">
        {drawn(true)}
      </ul>
    </nav>
  );
}

/** A transfer's own page belongs to the list. */
function openPage(pages: readonly NavPage[], path: string): string | undefined {
  const matches = pages.filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
  return matches.sort((a, b) => b.href.length - a.href.length)[0]?.href;
}
