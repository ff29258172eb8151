import { type RefObject, useLayoutEffect, useRef } from "react";
import { useRefresh } from "#lib/browser/refresh-page";
import { serverAwayText } from "#lib/contract/server-away";

type Props = { box: RefObject<HTMLDivElement | null>; children: string };

/** Loads the newer rows at a press. It lies over the list's edge, so that nothing moves; the focus goes to the first row. */
export function NewerRows({ box, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { refresh, isPending, isAway } = useRefresh();

  useLayoutEffect(() => {
    const { current: own } = button;
    const { current: list } = box;
    // It goes away when the rows are there, and its focus must not go with it.
    return () => {
      if (own === null || document.activeElement !== own) return;
      queueMicrotask(() => list?.querySelector<HTMLElement>("tbody th a")?.focus({ preventScroll: true }));
    };
  }, [box]);

  return (
    <div className="sticky top-[calc(var(--list-head,var(--bar,0px))+2.5rem)] z-10 flex h-0 -translate-y-6 items-center justify-end px-4 print:hidden">
      <button
        ref={button}
        type="button"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) refresh();
        }}
        className="min-h-8 rounded-full bg-ink px-3 text-[0.8125rem]/5 font-medium text-surface shadow-sm pointer-coarse:min-h-11"
      >
        {isPending ? "Loading" : children}
      </button>
      {isAway && (
        <p role="alert" className="sr-only">
          {serverAwayText}
        </p>
      )}
    </div>
  );
}
