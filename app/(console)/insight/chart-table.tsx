import type { ReactNode } from "react";
import { Disclosure } from "#components/ui/disclosure";

/** Every number of a chart, exactly. Paper has the chart alone. */
export function ChartTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Disclosure
      className="mt-3 print:hidden"
      summary={
        <>
          Show as a table<span className="sr-only"> {of}</span>
        </>
      }
    >
      {/* To the edges of the card, as its own tables are. */}
      <div className="-mx-5">{children}</div>
    </Disclosure>
  );
}
