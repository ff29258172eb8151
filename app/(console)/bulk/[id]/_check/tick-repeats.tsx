import { useState } from "react";
import { BusyButton } from "#components/ui/busy-button";
import type { BatchRow } from "#lib/features/bulk/batches/batch-answers";
import type { TickKind } from "#lib/features/bulk/batches/batch-input";
import { countOf } from "#lib/words/tables/table-words";
import type { CheckProps } from "../shared";
import type { WholeChange } from "../use-batch";

type Ask = BatchRow["asks"][number];
type Ticks = NonNullable<WholeChange["ticks"]>;

const repeats: readonly TickKind[] = ["twin_row", "twin_batch", "twin", "reference"];

/**
 * What may be paid twice is said of all rows by one press, and taken back by another; only once each row that asks something was
 * shown in this window, on whatever page. What a row asks meanwhile instead is not confirmed by it.
 */
export function TickRepeats({ batch, acts }: CheckProps) {
  const shown = useShown(batch.rows);
  const [done, setDone] = useState<Ticks>([]);
  // A row on another page still stands here as it was before.
  const doneNames = new Set(done.map(nameOfTick));
  const isDone = (n: number, { kind, of }: Ask) => doneNames.has(nameOfTick({ n: `${n}`, kind, of }));
  const asking = shown.flatMap(({ n, state, asks }) => {
    const open = state === "asked" ? asks.filter((ask) => !ask.isTicked && !isDone(n, ask)) : [];
    return open.length === 0 ? [] : [{ n, asks: open }];
  });
  const open = asking.flatMap(repeatsOf);
  const isBack = open.length < 2;
  const ticks = isBack ? done : open;
  if (ticks.length === 0) return null;
  if (!isBack && asking.length < (batch.counts.asked ?? 0))
    return (
      <span className="text-[0.8125rem]/5 text-muted">
        Look at every row to confirm, and you can confirm repeats at once.
      </span>
    );
  async function press() {
    const said = ticks.map((tick) => ({ ...tick, isTicked: !isBack }));
    if ((await acts.changeWhole({ ticks: said })) === undefined) setDone(isBack ? [] : said);
  }
  return (
    <BusyButton size="small" isOff={acts.isBusy} onClick={() => void press()}>
      {isBack
        ? `Take ${countOf(ticks.length, "confirmation")} back`
        : `Confirm all ${countOf(ticks.length, "repeat")}`}
    </BusyButton>
  );
}

const nameOfTick = ({ n, kind, of }: Pick<Ticks[number], "n" | "kind" | "of">) => `${n} ${kind} ${of}`;

function repeatsOf({ n, asks }: Pick<BatchRow, "n" | "asks">): Ticks {
  return asks.flatMap(({ kind, of }) =>
    repeats.includes(kind) ? [{ n: `${n}`, kind, of, isTicked: true }] : [],
  );
}

/** Each row as it was shown last. */
function useShown(rows: readonly BatchRow[]): BatchRow[] {
  const [shown, setShown] = useState({ rows, byLine: new Map(rows.map((row) => [row.n, row])) });
  if (shown.rows !== rows)
    setShown({ rows, byLine: new Map([...shown.byLine, ...rows.map((row) => [row.n, row] as const)]) });
  return [...shown.byLine.values()];
}
