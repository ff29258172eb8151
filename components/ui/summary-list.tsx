import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

export function SummaryList({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={classNames("divide-y divide-line print:columns-2 print:gap-8", className)}>{children}</dl>
  );
}

type RowProps = {
  term: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** The value is under its term: for long ones. */
  isStacked?: boolean;
  /** The value is beside its term on a narrow screen too: for short ones. */
  isBeside?: boolean;
};

export function SummaryRow({ term, children, action, isStacked = false, isBeside = false }: RowProps) {
  return (
    <div
      className={classNames(
        "flex gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0 print:break-inside-avoid print:gap-y-0 print:py-1.5",
        isBeside ? "items-baseline" : "flex-col",
        !isStacked && "sm:flex-row sm:flex-wrap sm:items-baseline sm:justify-between",
      )}
    >
      <dt className="text-muted">{term}</dt>
      <dd
        className={classNames(
          "foreign-text flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 font-medium",
          isStacked ? "justify-between" : "sm:ml-auto sm:justify-end sm:text-right",
          isBeside && "ml-auto justify-end text-right",
        )}
      >
        <span translate="no" className="min-w-0">
          {children}
        </span>
        {action}
      </dd>
    </div>
  );
}
