"use client";

import { type ReactNode, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { Amount } from "#lib/money/money";

const ReceivedForm = lazyPart(() => import("./received-form").then(({ ReceivedForm }) => ReceivedForm));
const WithdrawForm = lazyPart(() => import("./withdraw-form").then(({ WithdrawForm }) => WithdrawForm));

type Props = {
  id: string;
  currency: string;
  expected: Amount | null;
  paidOut: Amount | null;
  canRecord: boolean;
  /** What the payee said; null where they have said nothing. */
  event: number | null;
  /** Stands before the buttons. */
  children: ReactNode;
};

/** A button for what can be done, the form that it opens, and what was done. */
export function ReceivedActs({ id, currency, expected, paidOut, canRecord, event, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const end = (sentence?: string) => {
    setOpen(false);
    setDone(sentence);
  };
  return (
    <>
      {done !== undefined && !isOpen && (
        <ActOutcome of={done} role="status" className="my-2 text-[0.8125rem]/5">
          {done}
        </ActOutcome>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {children}
        {(canRecord || event !== null) && (
          <Button
            size="small"
            aria-expanded={isOpen}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
            onClick={() => {
              setDone(undefined);
              setOpen(!isOpen);
            }}
          >
            {event === null ? "Record what arrived" : "Withdraw this record"}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mt-4 border-t border-line pt-4">
          <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
            {event === null ? (
              <ReceivedForm {...{ id, currency, expected, paidOut }} onEnd={end} />
            ) : (
              <WithdrawForm id={id} event={event} onEnd={end} />
            )}
          </Suspense>
        </div>
      )}
    </>
  );
}
