"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, Suspense, useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { type Source, unclearOf, useSource } from "#components/table-source/source";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { act } from "#lib/calls/act";
import { Problem } from "#lib/contract/problem";
import type { ReceivedTable } from "#lib/features/books/books-answers";
import type { ReceivedTableInput } from "#lib/features/books/books-input";
import { receivedFields, receivedLimits } from "#lib/features/books/statement/received-fields";
import { DaysForm, daysAsked } from "../days-form";
import { ReceivedRows } from "./received-rows";

const UnclearForm = lazyPart(() =>
  import("#components/table-source/unclear-form").then(({ UnclearForm }) => UnclearForm),
);

/** A table is chosen, made clear where it isn't, checked, and recorded. */
export function ReceivedView() {
  const [said, setSaid] = useState<Source & Pick<ReceivedTableInput, "dayOrder">>();
  const [table, setTable] = useState<ReceivedTable>();
  const { mutate, error, isPending, reset } = useMutation(act("POST /api/received"));
  const [unclear, days] = [unclearOf(error), daysAsked(error)];

  function send(next: NonNullable<typeof said>, check: boolean) {
    setSaid(next);
    mutate({ body: { ...next, check } as ReceivedTableInput }, { onSuccess: setTable });
  }

  function startAgain() {
    setTable(undefined);
    setSaid(undefined);
    reset();
  }

  const isAsked = unclear !== undefined || days !== undefined;
  const fault = error !== null && !isAsked && !isPending && <Trouble error={error} />;
  if (table !== undefined && said !== undefined)
    return (
      <div className="space-y-4">
        {fault}
        <ReceivedRows
          table={table}
          isPending={isPending}
          onRecord={() => send(said, false)}
          onStartAgain={startAgain}
        />
      </div>
    );
  return (
    <div className="max-w-3xl space-y-4">
      {fault}
      {/* Kept, so that nothing typed is lost on the way back. */}
      <div hidden={isAsked}>
        <SourceCard isPending={isPending} onRead={(source) => send(source, true)} />
      </div>
      {said !== undefined && unclear !== undefined && (
        <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
          <UnclearForm
            key={JSON.stringify(unclear)}
            unclear={unclear}
            fields={receivedFields}
            rowIs="record"
            detail={error instanceof Problem ? error.detail : ""}
            isPending={isPending}
            onSay={(more) => send({ ...said, ...more }, true)}
            onStartAgain={reset}
          />
        </Suspense>
      )}
      {said !== undefined && days !== undefined && (
        <DaysForm
          days={days}
          act="Read the table"
          isPending={isPending}
          onSay={(dayOrder) => send({ ...said, dayOrder }, true)}
          onStartAgain={reset}
        />
      )}
    </div>
  );
}

type SourceProps = { isPending: boolean; onRead: (source: Source) => void };

function SourceCard({ isPending, onRead }: SourceProps) {
  const source = useSource(receivedLimits);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = await source.read();
    if (read !== undefined) onRead(read);
  }
  return (
    <Card title="Your table">
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <SourceFields source={source} limits={receivedLimits} />
        <Disclosure summary="Which columns does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            The transfer (our ID, the service’s, or a reference that no other transfer has), the amount that
            arrived in naira, the day, and who told you and how.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Check the rows"}
        </BusyButton>
      </form>
    </Card>
  );
}
