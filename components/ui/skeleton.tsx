import { classNames } from "#lib/text/class-names";

/** A grey place with the size of what is coming; the size is given by classes, so nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-pulse rounded-md bg-line motion-reduce:animate-none", className)}
    />
  );
}
