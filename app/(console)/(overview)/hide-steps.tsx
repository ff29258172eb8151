"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";

export function HideSteps() {
  const { refresh } = useRefresh();
  const { mutate, isPending, error } = useMutation(act("DELETE /api/account/first-steps"));
  return (
    <div className="flex items-center gap-2 text-[0.8125rem]/5">
      {error !== null && (
        <p role="alert" className="text-fail">
          {error.message}
        </p>
      )}
      <Button
        size="small"
        variant="quiet"
        className="-mr-3"
        aria-disabled={isPending || undefined}
        onClick={() =>
          !isPending &&
          mutate(
            {},
            {
              onSuccess: () => {
                // The card goes, and the focus must not go with it.
                document.getElementById("content")?.focus();
                refresh();
              },
            },
          )
        }
      >
        Hide<span className="sr-only"> the first steps</span>
      </Button>
    </div>
  );
}
