import { useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import type { SetChanges, ShownRow } from "./import-rows";
import { RowItem } from "./row-item";

const rowsAtOnce = 50;

/** Faults first; the order stays while rows are corrected, so that none moves away from the focus. */
export function RowList({
  rows,
  order,
  onChange,
}: {
  rows: readonly ShownRow[];
  order: readonly number[];
  onChange: SetChanges;
}) {
  const [shown, setShown] = useState(rowsAtOnce);
  const byNumber = new Map(rows.map((row) => [row.row.n, row]));
  const left = order.length - shown;
  return (
    <Card isFlush title="Rows">
      <ul className="divide-y divide-line border-t border-line">
        {order.slice(0, shown).map((n) => {
          const row = byNumber.get(n);
          return row === undefined ? null : (
            <RowItem key={n} shown={row} onChange={(how) => onChange([n], how)} />
          );
        })}
      </ul>
      {left > 0 && (
        <div className="border-t border-line px-card py-3">
          <Button onClick={() => setShown(shown + rowsAtOnce)}>
            Show {Math.min(left, rowsAtOnce)} more of {left}
          </Button>
        </div>
      )}
    </Card>
  );
}
