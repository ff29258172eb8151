"use client";

import { useRouter } from "next/navigation";
import { AskFirst } from "#components/form/ask-first";
import { Button } from "#components/ui/button";
import { call } from "#lib/calls/call";

/** `what`: the message and its receiver, for the dialog. */
export function SendAgain({ id, what }: { id: string; what: string }) {
  const router = useRouter();
  return (
    <AskFirst
      button={(open) => (
        <Button size="small" className="whitespace-nowrap" onClick={open}>
          Send again<span className="sr-only">: {what}</span>
        </Button>
      )}
      title={`Send again: ${what}?`}
      act="Send again"
      actPending="Sending"
      send={() => call("POST /api/deliveries/[id]/replay", { params: { id } })}
      onDone={() => router.refresh()}
    >
      The receiver may get it twice. Its ID and content stay the same.
    </AskFirst>
  );
}
