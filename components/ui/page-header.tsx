import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

/** The look of what leads back: on a wide screen it hangs left of the title, so that all titles have one edge. */
export const backInGutter = "-ml-2 max-md:-mr-2 md:absolute md:top-0 md:-left-7 md:ml-0 md:w-7 print:hidden";

type Props = {
  title: ReactNode;
  /** Leads to what this page belongs to; {@link backInGutter}. */
  back?: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  /** On the title's line. */
  actions?: ReactNode;
};

/**
 * In the bar of a phone, on one line; without scripts that bar need not be on top. The words stay in the page's heading, so
 * they are read in their place.
 */
const inBar =
  "max-md:fixed max-md:inset-x-14 max-md:top-[var(--bar,0px)] max-md:z-21 max-md:truncate max-md:leading-14 max-md:pointer-events-none noscript:static print:static";

/** The only `h1` of a page. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // Where a press has led it has the focus, to be read first; nothing can be done with it.
    <h1 data-page-title className={classNames("foreign-text min-w-0 outline-none", inBar, className)}>
      {children}
    </h1>
  );
}

export function PageHeader({ title, back, beside, lead, actions }: Props) {
  return (
    <header className="relative mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 max-sm:gap-x-3 print:mb-3 print:block">
      <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:min-h-0">
        {/* One line of both, however long the title is. */}
        <div className="flex min-w-0 items-start gap-x-3">
          {back}
          <PageTitle className="self-center">{title}</PageTitle>
        </div>
        {beside}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-start justify-end gap-2 print:hidden">{actions}</div>
      )}
      {lead !== undefined && (
        <p
          className={classNames(
            "foreign-text col-span-full line-clamp-12 text-[0.8125rem]/5 text-muted print:line-clamp-1",
            actions !== undefined && "max-sm:mt-1.5",
          )}
        >
          {lead}
        </p>
      )}
    </header>
  );
}
