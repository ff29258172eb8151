import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalOrNull } from "#lib/text/canonical-text";
import { withAsk } from "./asks";
import type { JudgedRow } from "./judged-batch";

/** More lines than that aren't named one by one. */
const mostNamed = 20;
const mostSaid = 5;

/**
 * Rows that pay the same to the same account: each is asked about, with the others beside it. A tick is for these very lines: with
 * another one, or one less, it is asked again.
 */
export function withTwins(rows: readonly JudgedRow[], symbolOf: (asset: string) => string): JudgedRow[] {
  const alike = new Map<string, JudgedRow[]>();
  const keys = rows.map((row) => keyOf(row, symbolOf));
  for (const [at, row] of rows.entries()) {
    const key = keys[at];
    if (key === null || key === undefined) continue;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [row]);
    else others.push(row);
  }
  return rows.map((row, at) => {
    const group = alike.get(keys[at] ?? "") ?? [];
    const others = group.filter((each) => each !== row);
    const [other] = others;
    if (other === undefined) return row;
    const isWhole = others.every((each) => hasSameReference(row, each));
    const what = isWhole ? "account, amount and reference" : "account and amount";
    const message = `Same ${what} as ${linesOf(others)}.`;
    return withAsk(row, { kind: "twin_row", of: nameOf(group), message, row: other.n });
  });
}

/** `line 3`, `lines 3 and 4`, `lines 3, 4, 5, 6, 7 and 2 more`. */
function linesOf(rows: readonly JudgedRow[]): string {
  const lines = rows.slice(0, mostSaid).map(({ n }) => `${n}`);
  const more = rows.length - lines.length;
  const last = more > 0 ? `${more} more` : lines.pop();
  return lines.length === 0 ? `line ${last}` : `lines ${lines.join(", ")} and ${last}`;
}

const names = new WeakMap<readonly JudgedRow[], string>();

/** All of its lines, itself among them; of many their hash. */
function nameOf(group: readonly JudgedRow[]): string {
  const known = names.get(group);
  if (known !== undefined) return known;
  const lines = group.map(({ n }) => n).join(",");
  const name = group.length <= mostNamed ? lines : `${group.length}:${hashOf(lines)}`;
  names.set(group, name);
  return name;
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function keyOf({ row, read, faults }: JudgedRow, symbolOf: (asset: string) => string): string | null {
  if (row.isLeftOut || faults.some(({ path }) => path === "accountNumber")) return null;
  const account = read.accountNumber;
  if (read.naira !== null) return `${account} NGN ${plainAmount(read.naira)}`;
  if (read.amount === null || read.asset === null) return null;
  return `${account} token ${symbolOf(read.asset)} ${plainAmount(read.amount)}`;
}

/** 100 and 100.00 are the same. */
function plainAmount(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}

function hasSameReference({ read: a }: JudgedRow, { read: b }: JudgedRow): boolean {
  const reference = canonicalOrNull(a.reference);
  return reference !== null && reference === canonicalOrNull(b.reference);
}
