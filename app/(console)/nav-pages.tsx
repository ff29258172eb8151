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
import { type Act, may, type Role } from "#lib/roles";
import type { NavPage } from "./nav-links";

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

/** The pages that a role may open, drawn by the server so that the browser loads neither the roles nor the icons. */
export function pagesOf(role: Role): NavPage[] {
  return pages
    .filter(({ act }) => may(role, act))
    .map(({ href, name, icon: Icon }) => ({ href, name, icon: <Icon className="size-4 shrink-0" /> }));
}
