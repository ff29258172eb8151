import type { ReactNode } from "react";

/** `data-tone` names one to the style sheet. */
export type Tone = "wait" | "proc" | "ok" | "done" | "warn" | "fail";

/** The mark is passed in, so that no other drawings are loaded. */
export function MarkedChip({ mark, tone, children }: { mark: ReactNode; tone: Tone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      // The border is for forced colours, which hide backgrounds.
      className="tone inline-flex min-h-5.5 max-w-full items-center gap-1.5 rounded-md border border-transparent px-1.5 py-px text-left text-xs font-medium"
    >
      {mark}
      <span translate="no" className="foreign-text min-w-0">
        {children}
      </span>
    </span>
  );
}
