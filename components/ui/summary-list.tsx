import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

type ListProps = {
  children: ReactNode;
  /** A line between the rows, as on a sheet. */
  isRuled?: boolean;
  className?: string | undefined;
};

export function SummaryList({ children, isRuled = false, className }: ListProps) {
  return (
    <dl className={classNames("print:columns-2 print:gap-8", isRuled && "divide-y divide-line", className)}>
      {children}
    </dl>
  );
}

type RowProps = {
  term: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** Not on a paper that goes to somebody else. */
  isForUs?: boolean;
};

/** Both left, so that the eye goes down one edge. */
export function SummaryRow({ term, children, action, isForUs = false }: RowProps) {
  return (
    <div
      className={classNames(
        "grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 py-1.5 sm:grid-cols-[9rem_minmax(0,1fr)] print:break-inside-avoid print:py-1",
        isForUs && "print:hidden",
      )}
    >
      <dt className="text-[0.8125rem]/5 text-muted">{term}</dt>
      <dd className="foreign-text flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 font-medium">
        <span translate="no" className="min-w-0">
          {children}
        </span>
        {action}
      </dd>
    </div>
  );
}
