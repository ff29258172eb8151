import {
  ArrowLeftRight,
  BookUser,
  Calculator,
  ChartColumn,
  FileText,
  House,
  Landmark,
  Languages,
  Plus,
  ScrollText,
  TriangleAlert,
  Users,
  Webhook,
} from "#components/ui/icon";
import { type Act, may, type Role } from "#lib/contract/roles";
import type { NavPage } from "./nav-links";

const pages = [
  { href: "/", name: "Overview", icon: House, act: "read", keys: "g o" },
  { href: "/transfers/new", name: "New transfer", icon: Plus, act: "create", keys: "n" },
  { href: "/transfers", name: "Transfers", icon: ArrowLeftRight, act: "read", keys: "g t" },
  { href: "/attention", name: "Needs attention", icon: TriangleAlert, act: "read", keys: "g a" },
  { href: "/payees", name: "Payees", icon: BookUser, act: "read", keys: "g e" },
  { href: "/insight", name: "Insight", icon: ChartColumn, act: "read", keys: "g i" },
  { href: "/quote", name: "Quote", icon: Calculator, act: "quote", keys: "g q" },
  { href: "/banks", name: "Banks", icon: Landmark, act: "read", keys: "g b" },
  { href: "/people", name: "People", icon: Users, act: "manage_people", keys: "g p" },
  { href: "/webhooks", name: "Webhooks", icon: Webhook, act: "manage_webhooks", keys: "g w" },
  // Everybody else comes here from a transfer or the list of what needs attention, when there is a word to look up.
  { href: "/words", name: "Service’s words", icon: Languages, act: "teach_words", keys: "g s" },
  { href: "/letterhead", name: "Letterhead", icon: FileText, act: "keep_letterhead", keys: "g h" },
  { href: "/audit", name: "Audit log", icon: ScrollText, act: "read_audit", keys: "g l" },
] as const satisfies { href: string; name: string; icon: unknown; act: Act; keys: string }[];

/** Not in the menu: the buttons of the pages, its key and the palette lead there. */
const unlisted: readonly string[] = ["/transfers/new", "/banks"];
const setup: readonly string[] = ["/people", "/webhooks", "/words", "/letterhead", "/audit"];

/** Drawn by the server, so that the browser loads neither the roles nor the icons. */
export function pagesOf(role: Role): NavPage[] {
  return (
    pages
      .filter(({ act }) => may(role, act))
      // Who may create has the quote on the first card of the form.
      .filter(({ href }) => href !== "/quote" || !may(role, "create"))
      .map(({ href, name, keys, icon: Icon }) => ({
        href,
        name,
        keys,
        part: unlisted.includes(href) ? "unlisted" : setup.includes(href) ? "setup" : "place",
        icon: <Icon className="size-4 shrink-0" />,
      }))
  );
}
