import { classNames } from "#lib/text/class-names";

/** For eyes only; hidden without a keyboard and while single keys are off. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames("keycap", className)}>
      {keys}
    </span>
  );
}
