"use client";

import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Chip } from "#components/ui/chip";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { Time } from "#components/ui/time";
import type { NoteInput } from "#lib/contract/records";
import { recordWords } from "./record-words";
import { useZone } from "./zone";

const RecordForm = lazyPart(() => import("./record-form").then(({ RecordForm }) => RecordForm));

type Props = {
  id: string;
  matchedAt: string | null;
  /** What can be recorded now. */
  possible: readonly NoteInput["kind"][];
  timeZone: string;
};

/** What a person adds to what is known: a note, a match with the bank statement, that it is dealt with. */
export function RecordPanel({ id, matchedAt, possible, timeZone }: Props) {
  const [kind, setKind] = useState<NoteInput["kind"]>();
  const [done, setDone] = useState<string>();
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (done !== undefined) result.current?.focus();
  }, [done]);
  const zone = useZone(timeZone);
  const open = kind !== undefined && possible.includes(kind) ? kind : undefined;
  return (
    <Card title="Your records" className="print:hidden">
      {matchedAt !== null && (
        <div className="mb-4 space-y-1">
          <Chip shape="tick" tone="ok">
            Matched with our bank statement
          </Chip>
          <p className="text-[13px]/5 text-muted">
            By a person, <Time at={matchedAt} timeZone={zone} />. The service confirms nothing here.
          </p>
        </div>
      )}
      {done !== undefined && open === undefined && (
        <p ref={result} tabIndex={-1} role="status" className="mb-3 text-[13px]/5 outline-none">
          {done}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
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
            {recordWords[name].button}
          </Button>
        ))}
      </div>
      {open !== undefined && (
        <Suspense fallback={<Skeleton className="mt-4 h-40 rounded-lg" />}>
          <RecordForm
            key={open}
            id={id}
            kind={open}
            onDone={() => {
              setKind(undefined);
              setDone(recordWords[open].done);
            }}
            onClose={() => setKind(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}
