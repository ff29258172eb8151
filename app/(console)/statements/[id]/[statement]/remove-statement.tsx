"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";

/** Narrations hold other people’s names: a statement that nobody needs can go. */
export function RemoveStatement({ id }: { id: string }) {
  const { refresh } = useRefresh();
  const [isAsked, setAsked] = useState(false);
  const { mutate, error, isPending } = useMutation(act("DELETE /api/statements/[id]"));
  const remove = () =>
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          setAsked(false);
          refresh();
        },
      },
    );
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        Take this statement out…
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Take this statement out?"
          act="Take it out"
          actPending="Taking it out"
          isPending={isPending}
          onAct={remove}
          onClose={() => setAsked(false)}
        >
          {error !== null && <Trouble error={error} />}
          <p>
            Its lines and narrations are deleted. That it was brought, by whom and when, stays. Once a line
            was matched, a statement stays. You can bring it again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
