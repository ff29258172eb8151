import { koboText } from "./kobo";
import type { Break, ReadStatement, StatementLine } from "./statement";

/** What changes a balance, or states it alone. */
export type Step = { n: number; change: bigint; balance: bigint | null };

/** Where a balance doesn't follow from the one before, by what is between them. */
export function breaksIn(steps: readonly Step[]): Break[] {
  const breaks: Break[] = [];
  let expected: bigint | null = null;
  let before = 0;
  for (const { n, change, balance } of steps) {
    if (expected !== null) expected += change;
    if (balance !== null) {
      if (expected !== null && balance !== expected)
        breaks.push({ afterN: before, missing: koboText(balance - expected) });
      expected = balance;
    }
    before = n;
  }
  return breaks;
}

/** As the days go, where they all go one way; else as the balance follows in more places; else as most days go. */
export function orderOf(steps: readonly Step[], days: readonly string[]): ReadStatement["order"] {
  const moves = days.slice(1).map((day, at) => Math.sign(Date.parse(day) - Date.parse(days[at] ?? day)));
  const [later, earlier] = [1, -1].map((way) => moves.filter((move) => move === way).length);
  const byDays = (later ?? 0) < (earlier ?? 0) ? "newest_first" : "oldest_first";
  if ((later === 0) !== (earlier === 0)) return byDays;
  const [forward, backward] = [breaksIn(steps).length, breaksIn(steps.toReversed()).length];
  if (forward === backward) return byDays;
  return forward < backward ? "oldest_first" : "newest_first";
}

/** Numbers lines of the same identity. */
export function withOccurrences(lines: readonly Omit<StatementLine, "occurrence">[]): StatementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const occurrence = (seen.get(line.identity) ?? 0) + 1;
    seen.set(line.identity, occurrence);
    return { ...line, occurrence };
  });
}
