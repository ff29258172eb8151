import { classNames } from "#lib/text/class-names";

/** Give it the size of what is coming, so that nothing moves. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-pulse rounded-md bg-line motion-reduce:animate-none", className)}
    />
  );
}
