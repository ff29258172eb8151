"use client";

import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { NoteInput } from "#lib/contract/records";

const RecordForm = lazyPart(() => import("./record-form").then(({ RecordForm }) => RecordForm));

const buttons: Record<NoteInput["kind"], string> = {
  note: "Add a note",
  matched: "Matched with our bank statement",
  unmatched: "Undo the match",
  handled: "Mark as resolved",
};

type Props = {
  id: string;
  possible: readonly NoteInput["kind"][];
  /** Stands before the buttons. */
  children?: ReactNode;
  className?: string;
};

/** A button for each record, the form that it opens, and what was done. */
export function RecordActs({ id, possible, children, className }: Props) {
  const [kind, setKind] = useState<NoteInput["kind"]>();
  const [done, setDone] = useState<string>();
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (done !== undefined) result.current?.focus();
  }, [done]);
  const open = kind !== undefined && possible.includes(kind) ? kind : undefined;
  return (
    <div className={className}>
      {done !== undefined && open === undefined && (
        <p ref={result} tabIndex={-1} role="status" className="mb-3 text-[0.8125rem]/5 outline-none">
          {done}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {children}
        {possible.map((name) => (
          <Button
            key={name}
            size="small"
            aria-expanded={open === name}
            onClick={() => {
              setDone(undefined);
              setKind(open === name ? undefined : name);
            }}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
          >
            {buttons[name]}
          </Button>
        ))}
      </div>
      {open !== undefined && (
        <Suspense fallback={<Skeleton className="mt-4 h-40 rounded-lg" />}>
          <RecordForm
            key={open}
            id={id}
            kind={open}
            onDone={(sentence) => {
              setKind(undefined);
              setDone(sentence);
            }}
            onClose={() => setKind(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
