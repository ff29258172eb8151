import type { ReactNode } from "react";
import { ChevronRight } from "#components/ui/icon";

type Props = {
  term: string;
  /** What is in it, at a glance: one line. */
  glance: ReactNode;
  children: ReactNode;
};

/** A row of a card that opens in its place. Native, so that it works without script; paper has it open. */
export function FoldRow({ term, glance, children }: Props) {
  return (
    <details className="on-paper group/fold border-t border-line">
      <summary className="flex min-h-11 items-center gap-x-4 px-card py-2 hover:bg-sunken focus-visible:outline-offset-[-2px] [&::-webkit-details-marker]:hidden">
        <span className="w-26 shrink-0 text-[0.8125rem]/5 text-muted sm:w-36">{term}</span>
        <span className="foreign-text min-w-0 flex-1 truncate">{glance}</span>
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open/fold:rotate-90 print:hidden"
        />
      </summary>
      <div className="space-y-2 px-card pt-1 pb-4 text-[0.8125rem]/5 sm:pl-45">{children}</div>
    </details>
  );
}
