import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

type Props = {
  title: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The actions are small enough to stay on the title's line; what is below it has the whole width. */
  isMenu?: boolean;
};

/** The only `h1` of a page. */
export function PageHeader({ title, beside, lead, actions, isMenu = false }: Props) {
  const head = (
    <div className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="foreign-text">{title}</h1>
      {beside}
    </div>
  );
  const below = lead !== undefined && (
    <p
      className={classNames(
        "foreign-text mt-0.5 line-clamp-12 text-[0.8125rem]/5 text-muted print:line-clamp-1",
        isMenu && "max-sm:col-span-2",
      )}
    >
      {lead}
    </p>
  );
  return (
    <header
      className={classNames(
        "mb-4 gap-x-6 max-sm:gap-x-3 print:mb-3",
        isMenu
          ? "grid grid-cols-[minmax(0,1fr)_auto] print:block"
          : "flex flex-wrap items-start justify-between gap-y-3",
      )}
    >
      {isMenu ? (
        head
      ) : (
        <div className="min-w-0 sm:flex-[1_1_22rem]">
          {head}
          {below}
        </div>
      )}
      {actions !== undefined && (
        <div
          className={classNames(
            "flex flex-wrap gap-2 print:hidden",
            isMenu && "self-center sm:row-span-2 max-sm:self-start",
          )}
        >
          {actions}
        </div>
      )}
      {isMenu && below}
    </header>
  );
}
