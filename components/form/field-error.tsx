import type { ReactNode } from "react";
import { FaultInTitle } from "#components/notice/fault-in-title";
import { CircleAlert } from "#components/ui/icon";

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex gap-1.5 text-[0.8125rem]/5 font-medium text-fail">
      <FaultInTitle />
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}
