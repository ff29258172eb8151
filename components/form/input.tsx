import type { ComponentProps } from "react";
import { ChevronDown } from "#components/ui/icon";
import { classNames } from "#lib/text/class-names";

/** Of whatever looks like a field. */
export const controlClasses = "control";

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
