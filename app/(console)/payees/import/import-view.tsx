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
import type { PayeeImport } from "#lib/features/bulk/bulk-api";
import { bulkLimits } from "#lib/features/bulk/limits";
import { payeeFields } from "#lib/features/bulk/payee-fields";

const CheckView = lazyPart(() => import("./check-view").then(({ CheckView }) => CheckView));
const UnclearForm = lazyPart(() =>
  import("#components/table-source/unclear-form").then(({ UnclearForm }) => UnclearForm),
);

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

  const loading = <Skeleton className="h-80 rounded-xl" />;
  if (source !== undefined && checked !== undefined)
    return (
      <Suspense fallback={loading}>
        <CheckView source={source} checked={checked} onStartAgain={startAgain} />
      </Suspense>
    );
  if (source !== undefined && unclear !== undefined)
    return (
      <Suspense fallback={loading}>
        <UnclearForm
          key={JSON.stringify(unclear)}
          unclear={unclear}
          fields={payeeFields}
          rowIs="payee"
          detail={error instanceof Problem ? error.detail : ""}
          isPending={isPending}
          onSay={(said) => read({ ...source, ...said })}
          onStartAgain={startAgain}
        />
      </Suspense>
    );
  return (
    <div className="max-w-3xl space-y-4">
      {error !== null && !isPending && <Trouble error={error} />}
      <SourceForm isPending={isPending} onRead={read} />
    </div>
  );
}

type SourceProps = { isPending: boolean; onRead: (source: Source) => void };

function SourceForm({ isPending, onRead }: SourceProps) {
  const source = useSource(bulkLimits);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = await source.read();
    if (read !== undefined) onRead(read);
  }

  return (
    <Card title="Your table">
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <SourceFields source={source} limits={bulkLimits} />
        <Disclosure summary="Which columns does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            Bank, account number and account name. A bank can be a name, a short name such as GTB, or a code.
            Add a column “Name” for what you call the payee; without it we use the account name. The order
            doesn’t matter.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Read the table"}
        </BusyButton>
      </form>
    </Card>
  );
}
