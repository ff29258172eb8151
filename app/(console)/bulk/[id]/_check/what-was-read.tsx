import { LinesAbove } from "#components/table-source/lines-above";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";

/** What of the table isn't in its rows: nothing is left out in silence. */
export function WhatWasRead({ batch: { above, unused, emptyRows } }: { batch: Batch }) {
  if (above.length === 0 && unused.length === 0 && emptyRows === 0) return null;
  return (
    <div className="space-y-1 text-[0.8125rem]/5 text-muted">
      {unused.length > 0 && (
        <p className="foreign-text">
          Columns that aren’t used: {unused.map((name) => `“${showInvisible(name)}”`).join(", ")}.
        </p>
      )}
      {emptyRows > 0 && <p>{countOf(emptyRows, "empty row")} left out.</p>}
      <LinesAbove lines={above} />
    </div>
  );
}
