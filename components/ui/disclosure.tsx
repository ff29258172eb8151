import type { ReactNode } from "react";
import { classNames } from "#lib/text/class-names";
import { ChevronRight } from "./icon";

/** Native, so it works without script and by keyboard. */
export function Disclosure({
  summary,
  children,
  className,
  isOpen = false,
}: {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
  /** Opens it; a person can still close it. */
  isOpen?: boolean;
}) {
  return (
    <details open={isOpen} className={classNames("group/disclosure", className)}>
      <summary className="flex min-h-8 items-center gap-1 rounded-md text-[0.8125rem]/5 font-medium text-ink select-none pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open/disclosure:rotate-90"
        />
        <span className="underline decoration-1 underline-offset-3 hover:decoration-2">{summary}</span>
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}
