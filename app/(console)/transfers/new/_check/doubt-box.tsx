import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { Mark } from "#components/chip/mark";
import { FieldError } from "#components/form/field-error";
import { focusLate } from "#lib/browser/late-focus";
import type { Doubt } from "./use-doubts";

/** Returns whether a tick is missing, and then leads to it. */
export type DoubtCheck = { isOpen: () => boolean };

type Props = {
  ref: Ref<DoubtCheck>;
  title?: string;
  doubts: readonly Doubt[];
  /** Found by the server after the press: it takes the focus. */
  found: Doubt["name"] | undefined;
};

/** All that must be ticked before the transfer is created, or approved, in one box. */
export function DoubtBox({ ref, title = "Before you create it", doubts, found }: Props) {
  const boxes = useRef(new Map<string, HTMLInputElement | null>());
  const [missed, setMissed] = useState<Doubt["name"]>();
  const titleId = useId();
  useImperativeHandle(ref, () => ({
    isOpen: () => {
      const open = doubts.find(({ isTicked }) => !isTicked);
      if (open !== undefined) boxes.current.get(open.name)?.focus();
      setMissed(open?.name);
      return open !== undefined;
    },
  }));
  const isFound = doubts.some(({ name, isTicked }) => name === found && !isTicked);
  useEffect(() => {
    if (found !== undefined && isFound) focusLate(boxes.current.get(found) ?? null);
  }, [found, isFound]);
  if (doubts.length === 0) return null;
  const ticked = doubts.filter(({ isTicked }) => isTicked).length;
  return (
    <section
      aria-labelledby={titleId}
      className="overflow-clip rounded-xl border border-warn/30 bg-warn-soft text-[0.8125rem]/5"
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 px-card">
        <Mark shape="triangle" className="size-4.5 shrink-0 text-warn" />
        <h2 id={titleId}>{title}</h2>
        <p role="status" className="ml-auto">
          {ticked} of {doubts.length} ticked
        </p>
      </div>
      <ul aria-live="polite">
        {doubts.map((doubt) => (
          <DoubtRow
            key={doubt.name}
            doubt={doubt}
            isMissed={missed === doubt.name}
            keep={(box) => {
              boxes.current.set(doubt.name, box);
            }}
            onTick={(isTicked) => {
              setMissed(undefined);
              doubt.tick(isTicked);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  doubt: Doubt;
  isMissed: boolean;
  keep: (box: HTMLInputElement | null) => void;
  onTick: (isTicked: boolean) => void;
};

function DoubtRow({ doubt: { title, text, yes, missed, isTicked }, isMissed, keep, onTick }: RowProps) {
  const id = useId();
  return (
    <li className="flex gap-3 border-t border-warn/30 px-card py-2.5">
      <input
        ref={keep}
        id={id}
        type="checkbox"
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        aria-invalid={isMissed || undefined}
        aria-describedby={isMissed ? `${id}-missed ${id}-text` : `${id}-text`}
        className="mt-0.5 shrink-0 pointer-coarse:size-6"
      />
      <div className="min-w-0 flex-1">
        <p id={`${id}-text`} className="foreign-text">
          <strong className="font-semibold">{title}.</strong> {text}
        </p>
        <label htmlFor={id} className="inline-block font-medium pointer-coarse:py-1.5">
          {yes}
        </label>
        {isMissed && <FieldError id={`${id}-missed`}>{missed}</FieldError>}
      </div>
    </li>
  );
}
