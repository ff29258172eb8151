"use client";

import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { NoteInput } from "#lib/contract/records";
import { classNames } from "#lib/text/class-names";

const RecordForm = lazyPart(() => import("./record-form").then(({ RecordForm }) => RecordForm));

const buttons: Record<NoteInput["kind"], string> = {
  note: "Add a note",
  handled: "Mark as resolved…",
};

type Props = {
  id: string;
  possible: readonly NoteInput["kind"][];
  /** Stands before the buttons. */
  children?: ReactNode;
  /** A note is a link at the card's head, as what is done least. */
  isNoteInHead?: boolean;
  className?: string;
};

/** A button for each record, the form that it opens, and what was done. */
export function RecordActs({ id, possible, children, isNoteInHead, className }: Props) {
  const [kind, setKind] = useState<NoteInput["kind"]>();
  const [done, setDone] = useState<string>();
  const open = kind !== undefined && possible.includes(kind) ? kind : undefined;
  const button = (name: NoteInput["kind"], look: ComponentProps<typeof Button>) => (
    <Button
      key={name}
      aria-expanded={open === name}
      onClick={() => {
        setDone(undefined);
        setKind(open === name ? undefined : name);
      }}
      {...look}
    >
      {buttons[name]}
    </Button>
  );
  const listed = possible.filter((name) => !isNoteInHead || name !== "note");
  return (
    <div className={className}>
      {isNoteInHead &&
        possible.includes("note") &&
        button("note", { variant: "link", className: "in-card-head" })}
      {done !== undefined && open === undefined && (
        <ActOutcome of={done} role="status" className="my-2 text-[0.8125rem]/5">
          {done}
        </ActOutcome>
      )}
      {(listed.length > 0 || children !== undefined) && (
        <div className={classNames("flex flex-wrap gap-2", isNoteInHead && "pt-3")}>
          {children}
          {listed.map((name) =>
            button(name, {
              size: "small",
              className: "aria-expanded:border-accent aria-expanded:bg-accent-soft",
            }),
          )}
        </div>
      )}
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
