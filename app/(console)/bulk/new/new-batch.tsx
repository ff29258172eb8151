"use client";

import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { unclearOf } from "#components/table-source/source";
import { UnclearStep } from "#components/table-source/unclear-step";
import { act } from "#lib/calls/act";
import { useContentKey } from "#lib/calls/content-key";
import type { BatchInput } from "#lib/features/bulk/batches/batch-input";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import type { Token } from "../tokens";
import { type BatchStart, StartForm } from "./start-form";

type Props = { tokens: readonly Token[]; isSandbox: boolean };

/** A table is brought and made clear where it isn't; its rows are checked on the batch's own page. */
export function NewBatch({ tokens, isSandbox }: Props) {
  const router = useRouter();
  const [start, setStart] = useState<BatchStart>();
  const keyOf = useContentKey();
  const { mutate, error, isPending, isSuccess, reset } = useMutation(act("POST /api/batches"));
  const unclear = unclearOf(error);

  function send(next: BatchStart) {
    setStart(next);
    const { name, asset, source } = next;
    const body = { name, ...(asset !== "" && { asset }), ...source } as BatchInput;
    mutate(
      { body, headers: { "idempotency-key": keyOf(JSON.stringify(body)) } },
      { onSuccess: ({ id }) => router.push(`/bulk/${id}` as Route) },
    );
  }

  const isBusy = isPending || isSuccess;
  return (
    <div className="max-w-3xl space-y-4">
      {error !== null && unclear === undefined && !isBusy && <Trouble error={error} />}
      {/* Kept, so that nothing typed is lost on the way back. */}
      <div hidden={unclear !== undefined}>
        <StartForm tokens={tokens} isSandbox={isSandbox} isPending={isBusy} error={error} onSend={send} />
      </div>
      {start !== undefined && (
        <UnclearStep
          error={error}
          fields={payoutFields}
          rowIs="payout"
          isPending={isBusy}
          onSay={(said) => send({ ...start, source: { ...start.source, ...said } })}
          onStartAgain={reset}
        />
      )}
    </div>
  );
}
