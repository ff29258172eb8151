import type { ComponentProps } from "react";
import { ChevronDown } from "#components/ui/icon";
import { classNames } from "#lib/text/class-names";

/** The classes of a text control. On a coarse pointer the text is 16 px, so that a phone does not zoom in. */
export const controlClasses = classNames(
  "block w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink",
  "min-h-10 pointer-coarse:min-h-11 pointer-coarse:text-base",
  "focus-visible:outline-offset-0 aria-invalid:border-fail",
  "[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-subtle",
);

/** A line of text. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={classNames(controlClasses, className)} {...rest} />;
}

/** A native choice of one: it works on every phone and without script. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames("relative block", className)}>
      <select className={classNames(controlClasses, "appearance-none pr-9")} {...rest} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

/** Several lines of text; it grows by hand, never wider than its place. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={rows} className={classNames(controlClasses, "resize-y py-2", className)} {...rest} />
  );
}
