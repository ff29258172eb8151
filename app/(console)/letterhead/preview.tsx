import type { ComponentProps } from "react";
import { SheetHead } from "#components/transfer/sheet/sheet-head";

/** The top of a sheet: paper in both themes. */
export function Preview(props: ComponentProps<typeof SheetHead>) {
  return (
    <section aria-label="Preview" className="rounded-lg bg-sunken p-4 max-sm:p-3">
      <div className="sheet rounded-sm p-5 shadow-sm max-sm:p-4">
        <SheetHead {...props} />
      </div>
    </section>
  );
}
