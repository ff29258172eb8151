"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import {
  ArrowLeftRight,
  Calculator,
  House,
  Landmark,
  Plus,
  ScrollText,
  TriangleAlert,
  Users,
} from "#components/ui/icon";
import { classNames } from "#lib/class-names";
import { type Act, may, type Role } from "#lib/roles";
import { AttentionCount } from "./attention-count";

const pages = [
  { href: "/", name: "Overview", icon: House, act: "read" },
  { href: "/transfers/new", name: "New transfer", icon: Plus, act: "create" },
  { href: "/transfers", name: "Transfers", icon: ArrowLeftRight, act: "read" },
  { href: "/attention", name: "Needs attention", icon: TriangleAlert, act: "read" },
  { href: "/quote", name: "Quote", icon: Calculator, act: "quote" },
  { href: "/banks", name: "Banks", icon: Landmark, act: "read" },
  { href: "/people", name: "People", icon: Users, act: "manage_people" },
  { href: "/audit", name: "Audit log", icon: ScrollText, act: "read_audit" },
] as const satisfies { href: string; name: string; icon: unknown; act: Act }[];

/** The pages that a role may open; the one that is open is marked for eyes and for screen readers. */
export function NavLinks({ role }: { role: Role }) {
  const path = usePathname();
  const open = openPage(path);
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">
        {pages
          .filter(({ act }) => may(role, act))
          .map(({ href, name, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href as Route}
                aria-current={path === href ? "page" : open === href ? "true" : undefined}
                className={classNames(
                  "flex min-h-9 items-center gap-2.5 rounded-lg border px-2 font-medium pointer-coarse:min-h-11",
                  open === href
                    ? "border-line bg-surface text-ink forced-colors:outline-2"
                    : "border-transparent text-muted hover:bg-surface hover:text-ink",
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {name}
                {href === "/attention" && <AttentionCount />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** The page that a path belongs to: a transfer's own page belongs to the list. */
function openPage(path: string): string | undefined {
  const matches = pages.filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
  return matches.sort((a, b) => b.href.length - a.href.length)[0]?.href;
}
