"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { type Source, unclearOf } from "#components/table-source/source";
import { SourceForm } from "#components/table-source/source-card";
import { UnclearStep } from "#components/table-source/unclear-step";
import { act } from "#lib/calls/act";
import type { ReceivedTable } from "#lib/features/books/books-answers";
import type { ReceivedTableInput } from "#lib/features/books/books-input";
import { receivedFields, receivedLimits } from "#lib/features/books/statement/received-fields";
import { DaysForm, daysAsked } from "../days-form";
import { ReceivedRows } from "./received-rows";

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
        <SourceForm
          limits={receivedLimits}
          needs="The transfer (our ID, the service’s, or a reference that no other transfer has), the amount that arrived in naira, the day, and who told you and how."
          act="Check the rows"
          isPending={isPending}
          onRead={(source) => send(source, true)}
        />
      </div>
      {said !== undefined && (
        <UnclearStep
          error={error}
          fields={receivedFields}
          rowIs="record"
          isPending={isPending}
          onSay={(more) => send({ ...said, ...more }, true)}
          onStartAgain={reset}
        />
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
