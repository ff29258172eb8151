import { X } from "#components/ui/icon";
import type { Picked } from "./picked";
import { sumsOf } from "./sums";

type Props = {
  picked: readonly Picked[];
  onAct: (act: "assign" | "resolve") => void;
  onCopy: () => void;
  /** What became of the copy, for a moment. */
  copied: string | undefined;
  onClear: () => void;
};

const look =
  "inline-flex min-h-8 items-center rounded-lg border px-3 text-[0.8125rem]/5 font-medium pointer-coarse:min-h-11 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 focus-visible:outline-on-primary";

export function SelectionBar({ picked, onAct, onCopy, copied, onClear }: Props) {
  const isOneKind = new Set(picked.map(({ reason }) => reason)).size === 1;
  return (
    <section
      aria-label="Selected transfers"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl bg-primary px-4 py-2 text-on-primary print:hidden"
    >
      <p role="status" className="mr-2 text-[0.8125rem]/5">
        <span className="font-semibold">{picked.length} selected</span> · {sumsOf(picked)}
      </p>
      <button type="button" className={look} onClick={() => onAct("assign")}>
        Assign to…
      </button>
      <button type="button" className={look} onClick={onCopy}>
        {copied ?? "Copy selected"}
      </button>
      <button
        type="button"
        aria-disabled={!isOneKind || undefined}
        aria-describedby={isOneKind ? undefined : "one-kind"}
        className={`${look} border-on-primary bg-on-primary text-primary`}
        onClick={() => isOneKind && onAct("resolve")}
      >
        Mark as resolved…
      </button>
      <button
        type="button"
        aria-label="Clear the selection"
        className={`${look} border-transparent px-2`}
        onClick={onClear}
      >
        <X className="size-4" />
      </button>
      {!isOneKind && (
        <p id="one-kind" className="w-full text-xs">
          These need attention for different reasons. You can assign or copy them. To mark as resolved, select
          one reason only.
        </p>
      )}
    </section>
  );
}
