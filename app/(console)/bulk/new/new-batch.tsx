"use client";

import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { type Source, unclearOf } from "#components/table-source/source";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { act } from "#lib/calls/act";
import { useContentKey } from "#lib/calls/content-key";
import { Problem } from "#lib/contract/problem";
import type { BatchInput } from "#lib/features/bulk/batches/batch-input";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import type { Token } from "../tokens";
import { type BatchStart, StartForm } from "./start-form";

const UnclearForm = lazyPart(() =>
  import("#components/table-source/unclear-form").then(({ UnclearForm }) => UnclearForm),
);

type Props = { tokens: readonly Token[]; isSandbox: boolean };

/** A table is brought and made clear where it isn't; its rows are checked on the batch's own page. */
export function NewBatch({ tokens, isSandbox }: Props) {
  const router = useRouter();
  const [start, setStart] = useState<BatchStart>();
  const keyOf = useContentKey();
  const { mutate, error, isPending, isSuccess, reset } = useMutation(act("POST /api/batches"));
  const unclear = unclearOf(error);

  function send(next: BatchStart, said: Partial<Source> = {}) {
    setStart(next);
    const body = bodyOf(next, said);
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
      {start !== undefined && unclear !== undefined && (
        <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
          <UnclearForm
            key={JSON.stringify(unclear)}
            unclear={unclear}
            fields={payoutFields}
            rowIs="payout"
            detail={error instanceof Problem ? error.detail : ""}
            isPending={isBusy}
            onSay={(said) => {
              const told = { ...start, source: { ...start.source, ...said } };
              send(told);
            }}
            onStartAgain={reset}
          />
        </Suspense>
      )}
    </div>
  );
}

function bodyOf({ name, asset, source }: BatchStart, said: Partial<Source>): BatchInput {
  return { name, ...(asset !== "" && { asset }), ...source, ...said } as BatchInput;
}
