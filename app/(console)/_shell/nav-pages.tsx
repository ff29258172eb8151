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
  Receipt,
  ScrollText,
  ShieldCheck as Shield,
  Stamp,
  TableRows,
  TriangleAlert,
  Users,
  Webhook,
} from "#components/ui/icon";
import { type Act, may, type Role } from "#lib/contract/roles";
import type { NavPage } from "./nav-links";

type Page = Pick<NavPage, "href" | "name" | "keys"> & {
  icon: typeof House;
  act: Act;
  /** `unlisted`: the buttons of the pages, its key and the palette lead there. */
  part?: NavPage["part"];
  /** The feature whose page it is, shown only while that is in use. */
  of?: string;
};

/** A line each: a feature that goes takes its lines with it. */
const places: readonly Page[] = [
  { href: "/", name: "Overview", icon: House, act: "read", keys: "g o" },
  { href: "/transfers/new", name: "New transfer", icon: Plus, act: "create", keys: "n", part: "unlisted" },
  { href: "/transfers", name: "Transfers", icon: ArrowLeftRight, act: "read", keys: "g t" },
  { href: "/attention", name: "Needs attention", icon: TriangleAlert, act: "read", keys: "g a" },
  { href: "/approvals", name: "Approvals", icon: Stamp, act: "read", keys: "g v", of: "controls" },
  { href: "/payees", name: "Payees", icon: BookUser, act: "read", keys: "g e" },
  { href: "/bulk", name: "Bulk payouts", icon: TableRows, act: "read", keys: "g u" },
  { href: "/statements", name: "Statements", icon: Receipt, act: "read", keys: "g s" },
  { href: "/insight", name: "Insight", icon: ChartColumn, act: "read", keys: "g i" },
  { href: "/quote", name: "Quote", icon: Calculator, act: "quote", keys: "g q" },
  { href: "/banks", name: "Banks", icon: Landmark, act: "read", keys: "g b", part: "unlisted" },
];

/** Set up once, and below the rest. */
const setup: readonly Page[] = [
  { href: "/people", name: "People", icon: Users, act: "manage_people", keys: "g p" },
  { href: "/controls", name: "Controls", icon: Shield, act: "set_controls", keys: "g c", of: "controls" },
  { href: "/webhooks", name: "Webhooks", icon: Webhook, act: "manage_webhooks", keys: "g w" },
  // Everybody else comes here from a transfer or the list of what needs attention, when there is a word to look up.
  { href: "/words", name: "Service’s words", icon: Languages, act: "teach_words", keys: "g d" },
  { href: "/letterhead", name: "Letterhead", icon: FileText, act: "keep_letterhead", keys: "g h" },
  { href: "/audit", name: "Audit log", icon: ScrollText, act: "read_audit", keys: "g l" },
];

/** Drawn by the server, so that the browser loads neither the roles nor the icons. */
export function pagesOf(role: Role, features: ReadonlySet<string>): NavPage[] {
  return (
    [...places, ...setup.map((page) => ({ ...page, part: "setup" as const }))]
      .filter(({ act, of }) => may(role, act) && (of === undefined || features.has(of)))
      // Who may create has the quote on the first card of the form.
      .filter(({ href }) => href !== "/quote" || !may(role, "create"))
      .map(({ href, name, keys, icon: Icon, part = "place" }) => ({
        href,
        name,
        keys,
        part,
        icon: <Icon className="size-4 shrink-0" />,
      }))
  );
}
