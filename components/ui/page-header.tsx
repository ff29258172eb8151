import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

type Props = {
  title: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The actions are one small button, which stays on the title's line. */
  isMenu?: boolean;
};

/** The only `h1` of a page. */
export function PageHeader({ title, beside, lead, actions, isMenu = false }: Props) {
  return (
    <header className="mb-4 flex print:mb-3 flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:gap-x-3">
      <div className={classNames("min-w-0 sm:flex-[1_1_22rem]", isMenu && "max-sm:flex-[1_1_8rem]")}>
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="foreign-text">{title}</h1>
          {beside}
        </div>
        {lead !== undefined && (
          <p className="foreign-text mt-0.5 line-clamp-12 text-[0.8125rem]/5 text-muted print:line-clamp-1">
            {lead}
          </p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
