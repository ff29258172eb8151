import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classNames } from "#lib/text/class-names";

type Props = Omit<ComponentProps<"section">, "title"> & {
  title?: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  /** No padding, for a table. */
  isFlush?: boolean;
};

/** With a title it is a named region. */
export function Card({ title, action, isFlush = false, className, children, ...rest }: Props) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(
        "min-w-0 rounded-xl border border-line bg-surface print:break-inside-avoid",
        className,
      )}
      {...rest}
    >
      {title !== undefined && (
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-card pt-4 [&>h2+*]:-my-1 print:min-h-0 print:pt-3">
          <h2 id={titleId}>{title}</h2>
          {action}
        </div>
      )}
      <div
        className={
          isFlush ? "pt-2" : classNames("px-card pb-5 print:pb-3", title === undefined ? "pt-5" : "pt-3")
        }
      >
        {children}
      </div>
    </section>
  );
}
