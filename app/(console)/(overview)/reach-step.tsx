"use client";

import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "#components/ui/busy-button";
import { act } from "#lib/calls/act";

/** Asks the dashboard's own public address, as the service will. */
export function ReachStep() {
  const { mutate, isPending, data, error } = useMutation(act("POST /api/reach"));
  const said = data?.text ?? error?.message;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p role="status" className={said === undefined ? undefined : data?.isReached ? "text-ok" : "text-warn"}>
        {said ?? "Its status updates need a public https address"}
      </p>
      <BusyButton size="small" isOff={isPending} onClick={() => mutate({})}>
        {isPending ? "Checking" : "Check"}
      </BusyButton>
    </div>
  );
}
