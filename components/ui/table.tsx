import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#lib/text/class-names";

/** Scrolls in its own place; the caption is for screen readers. */
export function Table({
  caption,
  className,
  children,
}: {
  caption: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="overflow-x-auto">
      <table className={classNames("w-full border-collapse text-left", className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function ColumnHead({
  isAmount = false,
  className,
  ...rest
}: ComponentProps<"th"> & { isAmount?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames(
        "border-b border-line px-2 py-2 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5",
        isAmount && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

/** What a row is about. Its words break, and no letter stands alone. */
export function RowHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="row"
      className={classNames(
        "border-b border-line px-2 py-2.5 text-left align-top font-normal wrap-break-word first:pl-5 in-[tr:last-child]:border-b-0",
        className,
      )}
      {...rest}
    />
  );
}

/** Amounts align right, so that their digits line up. */
export function Cell({
  isAmount = false,
  className,
  ...rest
}: ComponentProps<"td"> & { isAmount?: boolean }) {
  return (
    <td
      translate={isAmount ? "no" : undefined}
      className={classNames(
        "border-b border-line px-2 py-2.5 align-top first:pl-5 last:pr-5 in-[tr:last-child]:border-b-0",
        isAmount && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

/** Of a cell whose row is a card on a narrow screen. */
export const cardCell = "max-xl:block max-xl:border-0 max-xl:p-0 max-xl:first:pl-0 max-xl:last:pr-0";
/** What its column's head says, where no head is seen. */
export const cardLabel = "text-muted xl:sr-only";
