import type { ComponentProps } from "react";
import { ChevronDown } from "#components/ui/icon";
import { classNames } from "#lib/text/class-names";

/** 16 px on a coarse pointer, so that a phone doesn't zoom in. */
export const controlClasses = classNames(
  "block w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink",
  "min-h-10 pointer-coarse:min-h-11 pointer-coarse:text-base",
  "focus-visible:outline-offset-0 aria-invalid:border-fail",
  "[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-subtle",
);

export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={classNames(controlClasses, className)} {...rest} />;
}

/** Native: it works on every phone and without script. */
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

export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={rows} className={classNames(controlClasses, "resize-y py-2", className)} {...rest} />
  );
}
