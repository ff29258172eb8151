"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { type Source, unclearOf } from "#components/table-source/source";
import { SourceForm } from "#components/table-source/source-card";
import { UnclearStep } from "#components/table-source/unclear-step";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { act } from "#lib/calls/act";
import type { PayeeImport } from "#lib/features/bulk/bulk-api";
import { bulkLimits } from "#lib/features/bulk/limits";
import { payeeFields } from "#lib/features/bulk/payee-fields";

const CheckView = lazyPart(() => import("./check-view").then(({ CheckView }) => CheckView));

/** A table is chosen, made clear where it isn't, checked, and imported. */
export function ImportView() {
  const [source, setSource] = useState<Source>();
  const [checked, setChecked] = useState<PayeeImport>();
  const { mutate, error, isPending, reset } = useMutation(act("POST /api/payees/import"));
  const unclear = unclearOf(error);

  function read(next: Source) {
    setSource(next);
    mutate({ body: { ...next, check: true } }, { onSuccess: setChecked });
  }

  function startAgain() {
    setSource(undefined);
    setChecked(undefined);
    reset();
  }

  if (source !== undefined && checked !== undefined)
    return (
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        <CheckView source={source} checked={checked} onStartAgain={startAgain} />
      </Suspense>
    );
  if (source !== undefined && unclear !== undefined)
    return (
      <UnclearStep
        error={error}
        fields={payeeFields}
        rowIs="payee"
        isPending={isPending}
        onSay={(said) => read({ ...source, ...said })}
        onStartAgain={startAgain}
      />
    );
  return (
    <div className="max-w-3xl space-y-4">
      {error !== null && !isPending && <Trouble error={error} />}
      <SourceForm
        limits={bulkLimits}
        needs="Bank, account number and account name. A bank can be a name, a short name such as GTB, or a code. Add a column “Name” for what you call the payee; without it we use the account name. The order doesn’t matter."
        act="Read the table"
        isPending={isPending}
        onRead={read}
      />
    </div>
  );
}
