"use client";

import { AskFirst } from "#components/form/ask-first";
import { Button } from "#components/ui/button";
import { useRefresh } from "#lib/browser/refresh-page";
import { call } from "#lib/calls/call";

/** Narrations hold other people’s names: a statement that nobody needs can go. */
export function RemoveStatement({ id }: { id: string }) {
  const { refresh } = useRefresh();
  return (
    <AskFirst
      button={(open) => (
        <Button size="small" aria-haspopup="dialog" onClick={open}>
          Take this statement out…
        </Button>
      )}
      title="Take this statement out?"
      act="Take it out"
      actPending="Taking it out"
      send={() => call("DELETE /api/statements/[id]", { params: { id } })}
      onDone={refresh}
    >
      Its lines and narrations are deleted. That it was brought, by whom and when, stays. Once a line was
      matched, a statement stays. You can bring it again.
    </AskFirst>
  );
}
