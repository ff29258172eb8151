"use client";

import { AskFirst } from "#components/form/ask-first";
import { Button } from "#components/ui/button";
import { useRefresh } from "#lib/browser/refresh-page";
import { call } from "#lib/calls/call";

/** Takes a proposed account back, after a second look. */
export function WithdrawProposal({ id, n }: { id: string; n: number }) {
  const { refresh } = useRefresh();
  return (
    <AskFirst
      button={(open) => (
        <Button size="small" onClick={open}>
          Withdraw…
        </Button>
      )}
      title="Withdraw this account?"
      act="Withdraw"
      actPending="Withdrawing"
      send={() => call("POST /api/payees/[id]/withdrawal", { params: { id }, body: { version: `${n}` } })}
      onDone={refresh}
    >
      Nobody can agree to it any more. You can ask again.
    </AskFirst>
  );
}
