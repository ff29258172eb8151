"use client";

import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "#components/ui/busy-button";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";

export function HideSteps() {
  const { refresh } = useRefresh();
  const { mutate, isPending, error } = useMutation(act("DELETE /api/account/first-steps"));
  function leave() {
    // The card goes, and the focus must not go with it.
    document.getElementById("content")?.focus();
    refresh();
  }
  return (
    <div className="flex items-center gap-2 text-[0.8125rem]/5">
      {error !== null && (
        <p role="alert" className="text-fail">
          {error.message}
        </p>
      )}
      <BusyButton
        size="small"
        variant="quiet"
        className="-mr-3"
        isOff={isPending}
        onClick={() => mutate({}, { onSuccess: leave })}
      >
        Hide<span className="sr-only"> the first steps</span>
      </BusyButton>
    </div>
  );
}
