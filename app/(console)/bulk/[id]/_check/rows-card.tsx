import { useEffect, useRef, useState } from "react";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { ColumnHead, Table } from "#components/ui/table";
import { areSingleKeysOn } from "#lib/browser/single-keys";
import { serveKeys } from "#lib/browser/table-rows";
import { countOf } from "#lib/words/tables/table-words";
import { Pager } from "../pager";
import { type CheckProps, isWholeAsked } from "../shared";
import type { Show } from "../use-batch";
import { CheckRow } from "./row";
import { TickRepeats } from "./tick-repeats";

const filters: readonly { show: Show; words: string }[] = [
  { show: "all", words: "All" },
  { show: "faulty", words: "To fix" },
  { show: "asked", words: "To confirm" },
  { show: "ready", words: "Ready" },
  { show: "left_out", words: "Left out" },
];

/** Those with faults first, then those with something to confirm. The arrows move over them, Enter or E opens one. */
export function RowsCard(props: CheckProps) {
  const { batch, acts, canChange } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current === null ? undefined : serveKeys(box.current)), []);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const { activeElement } = document;
      if (event.key !== "e" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (!areSingleKeysOn() || !(activeElement instanceof HTMLElement)) return;
      if (activeElement.dataset.row === undefined || !box.current?.contains(activeElement)) return;
      event.preventDefault();
      activeElement.click();
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);
  return (
    <Card
      isFlush
      title="Rows"
      action={
        canChange && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <TickRepeats {...props} />
            <LeaveOutFaulty {...props} />
          </div>
        )
      }
    >
      <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto px-card pt-1 pb-3">
        <legend className="sr-only">Which rows are shown</legend>
        {filters.map(({ show, words }) => (
          <button
            key={show}
            type="button"
            className="pill"
            aria-current={acts.page.show === show ? "true" : undefined}
            onClick={() => void acts.load({ from: 0, show })}
          >
            {words}
          </button>
        ))}
      </fieldset>
      <div ref={box} data-rows id="rows">
        {batch.rows.length === 0 ? (
          <p className="border-t border-line px-card py-6 text-muted">No row is like this.</p>
        ) : (
          <Table caption="Rows of the batch" className="max-xl:block">
            <thead className="max-xl:sr-only">
              <tr>
                <ColumnHead>Line</ColumnHead>
                <ColumnHead>
                  <span className="sr-only">State</span>
                </ColumnHead>
                <ColumnHead>Name</ColumnHead>
                <ColumnHead>Bank</ColumnHead>
                <ColumnHead>Account</ColumnHead>
                <ColumnHead isAmount>Amount</ColumnHead>
                <ColumnHead>Reference</ColumnHead>
                {canChange && (
                  <ColumnHead>
                    <span className="sr-only">Acts</span>
                  </ColumnHead>
                )}
              </tr>
            </thead>
            {batch.rows.map((row) => (
              <CheckRow key={row.n} row={row} {...props} />
            ))}
          </Table>
        )}
      </div>
      <Pager acts={acts} />
    </Card>
  );
}

/** All rows to fix by one press, on whatever page they are, and back by another. */
function LeaveOutFaulty({ batch, acts }: CheckProps) {
  const { faultyRows, banks } = batch;
  const [left, setLeft] = useState<readonly number[]>([]);
  // An answer above may be all that most of them need.
  const isAsked = isWholeAsked(batch) || banks.some(({ isConfirmed, bank }) => !isConfirmed && bank !== null);
  if (isAsked) return null;
  const isBack = faultyRows.length < 2;
  if (isBack && left.length === 0) return null;
  const rows = isBack ? left : faultyRows;
  async function press() {
    const leftOut = rows.map((n) => ({ n: `${n}`, isLeftOut: !isBack }));
    if ((await acts.changeWhole({ leftOut })) === undefined) setLeft(isBack ? [] : rows);
  }
  return (
    <BusyButton size="small" isOff={acts.isBusy} onClick={() => void press()}>
      {isBack
        ? `Take ${countOf(rows.length, "row")} back`
        : `Leave out ${countOf(rows.length, "row")} to fix`}
    </BusyButton>
  );
}
