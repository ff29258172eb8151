"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { act } from "#lib/calls/act";

/** `what`: the message and its receiver, for the dialog. */
export function SendAgain({ id, what }: { id: string; what: string }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending } = useMutation(act("POST /api/deliveries/[id]/replay"));

  function send() {
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          setIsAsking(false);
          router.refresh();
        },
      },
    );
  }

  return (
    <>
      <Button size="small" className="whitespace-nowrap" onClick={() => setIsAsking(true)}>
        Send again<span className="sr-only">: {what}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Send again: ${what}?`}
          act="Send again"
          actPending="Sending"
          isPending={isPending}
          onAct={send}
          onClose={() => setIsAsking(false)}
        >
          {error !== null && <Trouble error={error} />}
          <p>The receiver may get it twice. Its ID and content stay the same.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
