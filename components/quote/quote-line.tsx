import type { ReactNode } from "react";

type LineProps = { title?: string | undefined; ring?: ReactNode; action?: ReactNode; children: ReactNode };

/** Has the same height before and after the first quote. */
export function QuoteLine({ title, ring, action, children }: LineProps) {
  return (
    <div className="mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[0.8125rem]/5 text-muted">
      <p className="flex min-w-0 items-center gap-2">
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4 shrink-0 -rotate-90">
          <circle cx="10" cy="10" r="8" fill="none" strokeWidth="3" className="stroke-line" />
          {ring}
        </svg>
        <span title={title}>{children}</span>
      </p>
      {action}
    </div>
  );
}
