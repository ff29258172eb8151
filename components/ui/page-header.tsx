import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
};

/** The only `h1` of a page. */
export function PageHeader({ title, beside, lead, actions }: Props) {
  return (
    <header className="mb-6 flex print:mb-3 flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 sm:flex-[1_1_22rem]">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="foreign-text">{title}</h1>
          {beside}
        </div>
        {lead !== undefined && (
          <p className="foreign-text mt-1 line-clamp-12 text-muted print:line-clamp-1">{lead}</p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
