import { classNames } from "#lib/text/class-names";

/** For eyes only; hidden without a keyboard and while single keys are off. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "shrink-0 rounded border border-line bg-sunken px-1 font-mono text-xs whitespace-nowrap text-muted uppercase [word-spacing:-0.25em]",
        "pointer-coarse:hidden in-data-[single-keys=off]:hidden",
        className,
      )}
    >
      {keys}
    </span>
  );
}
