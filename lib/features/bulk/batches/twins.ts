import { canonicalOrNull } from "#lib/text/canonical-text";
import { withAsk } from "./asks";
import type { JudgedRow } from "./judged-batch";

/** Rows that pay the same to the same account: each is asked about, with the first of the others beside it. */
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
    const [first, second] = alike.get(keys[at] ?? "") ?? [];
    const other = first === row ? second : first;
    if (other === undefined) return row;
    const what = hasSameReference(row, other) ? "account, amount and reference" : "account and amount";
    const message = `Same ${what} as line ${other.n}.`;
    return withAsk(row, { kind: "twin_row", of: `${other.n}`, message, row: other.n });
  });
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
