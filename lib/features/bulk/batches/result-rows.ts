import type { TextTable } from "#lib/table/table";

/** The result of a batch as a table: what came, and beside it what became of it. */

/** `given`: all cells of its line, as they came. */
export type ResultRow = {
  given: readonly string[];
  n: number;
  outcome: string;
  transferId: string;
  transactionId: string;
  address: string;
  amount: string;
  asset: string;
  askedNaira: string;
  estimate: string;
  reason: string;
};

const own: readonly (readonly [string, (row: ResultRow) => string])[] = [
  ["Row", ({ n }) => `${n}`],
  ["Outcome", ({ outcome }) => outcome],
  ["Transfer", ({ transferId }) => transferId],
  ["Transaction ID", ({ transactionId }) => transactionId],
  ["Deposit address", ({ address }) => address],
  ["Amount sent", ({ amount }) => amount],
  ["Token sent", ({ asset }) => asset],
  ["Asked naira", ({ askedNaira }) => askedNaira],
  ["Estimate in naira", ({ estimate }) => estimate],
  ["Reason", ({ reason }) => reason],
];

const ours: ReadonlySet<string> = new Set(
  ["Sandbox", ...own.map(([name]) => name)].map((name) => name.toLowerCase()),
);

/** Whether a column is called as one that a result adds: what we wrote can be read again, however many columns it came with. */
export function isOfResult(name: string): boolean {
  return ours.has(
    name
      .trim()
      .toLowerCase()
      .replace(/(?: \(result\))+$/, ""),
  );
}

/** A column that came with the name of one of ours keeps it, and ours is told apart. */
export function resultTable(
  header: readonly string[],
  rows: readonly ResultRow[],
  isSandbox: boolean,
): TextTable {
  const width = Math.max(header.length, ...rows.map(({ given }) => given.length));
  const places = Array.from({ length: width }, (_, at) => at);
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  const named = (name: string): string => (taken.has(name.toLowerCase()) ? named(`${name} (result)`) : name);
  const mark = (text: string) => (isSandbox ? [text] : []);
  return {
    columns: [
      ...mark(named("Sandbox")),
      ...places.map((at) => header[at] ?? ""),
      ...own.map(([name]) => named(name)),
    ],
    rows: rows.map((row) => [
      ...mark("SANDBOX"),
      ...places.map((at) => row.given[at] ?? ""),
      ...own.map(([, of]) => of(row)),
    ]),
  };
}
