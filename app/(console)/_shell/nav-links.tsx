"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageLink } from "#components/ui/page-link";
import { classNames } from "#lib/text/class-names";
import { AttentionCount } from "./attention-count";

export type NavPage = {
  href: string;
  name: string;
  icon: ReactNode;
  keys: string;
};

export function NavLinks({ pages }: { pages: readonly NavPage[] }) {
  const path = usePathname();
  const open = openPage(pages, path);
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">
        {pages.map(({ href, name, icon, keys }) => (
          <li key={href}>
            <PageLink
              href={href as Route}
              data-keys={keys}
              aria-current={path === href ? "page" : open === href ? "true" : undefined}
              className={classNames(
                "flex min-h-9 items-center gap-2 rounded-lg border px-2 font-medium pointer-coarse:min-h-11",
                open === href
                  ? "border-line-strong bg-surface text-ink forced-colors:outline-2"
                  : "border-transparent text-muted hover:bg-surface hover:text-ink",
              )}
            >
              {icon}
              <span className="grow whitespace-nowrap">{name}</span>
              {href === "/attention" && <AttentionCount />}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A transfer's own page belongs to the list. */
function openPage(pages: readonly NavPage[], path: string): string | undefined {
  const matches = pages.filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
  return matches.sort((a, b) => b.href.length - a.href.length)[0]?.href;
}
