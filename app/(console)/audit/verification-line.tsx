"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { lazyPart } from "#components/ui/lazy-part";
import { act } from "#lib/calls/act";

const Found = lazyPart(() =>
  import("./verification-found").then(({ VerificationFound }) => VerificationFound),
);

export function VerificationLine({ timeZone }: { timeZone: string }) {
  const { mutate, data, error, isPending } = useMutation(act("GET /api/audit/verification"));
  return (
    <div className="mb-6 space-y-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton size="small" isOff={isPending} onClick={() => mutate({})}>
          {isPending ? "Reading the whole log" : "Check the log"}
        </BusyButton>
        {data === undefined && error === null && (
          <p className="text-[0.8125rem]/5 text-muted">
            Reads every entry and checks that each still follows from the one before it.
          </p>
        )}
      </div>
      {error !== null && (
        <Notice kind="warn" title="Couldn’t check the log" isLive>
          {error.message} The entries may be intact.
        </Notice>
      )}
      {data !== undefined && error === null && (
        <Suspense>
          <Found found={data} timeZone={timeZone} />
        </Suspense>
      )}
    </div>
  );
}
