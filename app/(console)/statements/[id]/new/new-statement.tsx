"use client";

import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { type Source, unclearOf } from "#components/table-source/source";
import { UnclearStep } from "#components/table-source/unclear-step";
import { act } from "#lib/calls/act";
import { useContentKey } from "#lib/calls/content-key";
import type { StatementInput } from "#lib/features/books/books-input";
import { statementFields } from "#lib/features/books/statement/statement-fields";
import { DaysForm, daysAsked } from "../../days-form";
import { StartForm, type StatementStart } from "./start-form";

/** `sampleMonth`: in sandbox mode, a month such as `2026-11`. */
type Props = { account: string; sampleMonth: string | undefined };
type Said = Pick<StatementInput, "sheet" | "mapping" | "dayOrder">;

/** A file is brought and made clear where it isn't; what it gave is shown on its own page. */
export function NewStatement({ account, sampleMonth }: Props) {
  const router = useRouter();
  const [start, setStart] = useState<StatementStart>();
  const [said, setSaid] = useState<Said>({});
  const keyOf = useContentKey();
  const { mutate, error, isPending, isSuccess, reset } = useMutation(act("POST /api/statements"));
  const unclear = unclearOf(error);
  const days = daysAsked(error);
  const isAsked = unclear !== undefined || days !== undefined;

  function send(next: StatementStart, more: Said) {
    setStart(next);
    setSaid(more);
    const body = { account, name: next.name, ...next.source, ...more } as StatementInput;
    mutate(
      { body, headers: { "idempotency-key": keyOf(JSON.stringify(body)) } },
      { onSuccess: ({ id }) => router.push(`/statements/${account}/${id}` as Route) },
    );
  }

  const isBusy = isPending || isSuccess;
  return (
    <div className="max-w-3xl space-y-4">
      {error !== null && !isAsked && !isBusy && <Trouble error={error} />}
      {/* Kept, so that nothing typed is lost on the way back. */}
      <div hidden={isAsked}>
        <StartForm
          account={account}
          sampleMonth={sampleMonth}
          isPending={isBusy}
          error={error}
          onSend={(next) => send(next, {})}
        />
      </div>
      {start !== undefined && (
        <UnclearStep
          error={error}
          fields={statementFields}
          rowIs="line"
          isPending={isBusy}
          onSay={(more: Partial<Source>) => send(start, { ...said, ...(more as Said) })}
          onStartAgain={reset}
        />
      )}
      {start !== undefined && days !== undefined && (
        <DaysForm
          days={days}
          act="Read the statement"
          isPending={isBusy}
          onSay={(dayOrder) => send(start, { ...said, dayOrder })}
          onStartAgain={reset}
        />
      )}
    </div>
  );
}
