import type { Found, Seen } from "#lib/calls/find-calls";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import type { SavedView } from "#lib/contract/transfer/views";
import { plainWords } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";

/** A page or an act of the person's role, as the menu has it. */
export type PagePlace = { href: string; name: string; keys: string };

export type Option =
  | { kind: "transfer"; value: string; path: string; transfer: Transfer }
  | { kind: "payee"; value: string; path: string; payee: Payee; isPaid: boolean }
  | { kind: "view"; value: string; path: string; words: string }
  | { kind: "list"; value: string; path: string; words: string }
  | { kind: "page"; value: string; path: string; words: string; keys: string }
  | { kind: "export"; value: string; words: string; keys: string };

const newTransfer = "/transfers/new";

export type OptionGroup = { name: string; options: readonly Option[] };

/**
 * In the order that the arrows take: what is found, then where to go; the whole list comes last where nothing is found. Before
 * anything is typed, what was seen last and nothing else.
 */
export function optionGroups(
  text: string,
  found: Found | undefined,
  seen: readonly Seen[],
  places: { pages: readonly PagePlace[]; views: readonly SavedView[] },
  mayExport: boolean,
): OptionGroup[] {
  const { pages, views } = places;
  if (text === "") return seen.length === 0 ? [] : [{ name: "Seen last", options: seen.map(seenOption) }];
  const transfers = found?.items.map(transferOption) ?? [];
  const list = found?.listPath !== undefined ? [listOption(text, found.listPath)] : [];
  const acts = actionsFor(text, pages, mayExport);
  const groups = [
    {
      name: "Transfers",
      options: transfers.concat(transfers.length > 0 ? list : []),
    },
    { name: "Payees", options: found?.payees.flatMap((payee) => payeeOptions(payee, pages)) ?? [] },
    { name: "Views", options: starting(text, views.map(viewOption)) },
    { name: "Actions", options: acts },
    { name: "Search", options: transfers.length > 0 ? [] : list },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function transferOption(transfer: Transfer): Option {
  const { id } = transfer;
  return { kind: "transfer", value: id, path: `/transfers/${id}`, transfer };
}

function seenOption(seen: Seen): Option {
  return "transfer" in seen ? transferOption(seen.transfer) : payeeOption(seen.payee);
}

function payeeOption(payee: Payee): Option {
  return { kind: "payee", value: payee.id, path: `/payees/${payee.id}`, payee, isPaid: false };
}

/** Whoever may create a transfer pays a payee, or opens the payee's page. */
function payeeOptions(payee: Payee, pages: readonly PagePlace[]): Option[] {
  const mayPay = pages.some(({ href }) => href === newTransfer);
  const path = `${newTransfer}?payee=${payee.id}`;
  const pay: Option = { kind: "payee", value: `pay ${payee.id}`, path, payee, isPaid: true };
  return [...(mayPay ? [pay] : []), payeeOption(payee)];
}

function listOption(text: string, path: string): Option {
  const words = path.includes("account=")
    ? "Show all transfers to this account"
    : `Show all transfers with \u201c${text}\u201d`;
  return { kind: "list", value: "list", path, words };
}

function actionsFor(text: string, pages: readonly PagePlace[], mayExport: boolean): Option[] {
  const all: Option[] = pages.map(({ href, name, keys }) => {
    const words = href === newTransfer ? name : `Go to ${name}`;
    return { kind: "page", value: href, path: href, words, keys };
  });
  if (mayExport) all.push({ kind: "export", value: "export", words: "Export these transfers", keys: "e" });
  // What does something comes before what only leads somewhere.
  all.sort((one, other) => Number(isWay(one)) - Number(isWay(other)));
  return starting(text, all);
}

/** Those in whose words the typed ones start. */
function starting(text: string, options: readonly Option[]): Option[] {
  const typed = plainWords(text);
  return options.filter(
    (option) =>
      typed.length > 0 && typed.every((word) => wordsOf(option).some((each) => each.startsWith(word))),
  );
}

function viewOption({ id, name, address }: SavedView): Option {
  return { kind: "view", value: id, path: address, words: showInvisible(name) };
}

function isWay(option: Option): boolean {
  return option.kind === "page" && option.words !== "New transfer";
}

function wordsOf(option: Option): string[] {
  return "words" in option ? plainWords(option.words) : [];
}

/** Said once the result is there. */
export function countWords(transfers: number, hasMore: boolean, payees: number, others: number): string {
  const found =
    transfers === 0 ? "No transfers found" : `${hasMore ? "First " : ""}${count(transfers, "transfer")}`;
  const rest = [count(payees, "payee"), count(others, "other result")].filter((words) => words !== "");
  return `${[found, ...rest].join(", ")}.`;
}

const count = (n: number, what: string) => (n === 0 ? "" : `${n} ${what}${n === 1 ? "" : "s"}`);
