"use client";

import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { PageLink } from "#components/ui/page-link";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";

type Props = {
  payeeId: string;
  version: number;
  /** The own account, where the mark stands. */
  accountId: string | undefined;
  mayMark: boolean;
};

/** Whether a payee’s account is the business’s own, and the way to its statements. */
export function OwnAccountMark({ payeeId, version, accountId, mayMark }: Props) {
  const { refresh } = useRefresh();
  const [isAsked, setAsked] = useState(false);
  const [told, setTold] = useState<string>();
  const { mutate, error, isPending, reset } = useMutation(act("POST /api/payees/[id]/own-account"));
  const isOwn = accountId !== undefined;
  const mark = () =>
    mutate(
      { params: { id: payeeId }, body: { version: `${version}`, isOwn: !isOwn } },
      {
        onSuccess: () => {
          setAsked(false);
          setTold(isOwn ? "It is no own account any more." : "Marked as your own account.");
          refresh();
        },
      },
    );
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      <ActOutcome of={told} role="status" className="text-[0.8125rem]/5">
        {told}
      </ActOutcome>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isOwn && (
          <PageLink href={`/statements/${accountId}` as Route} className="text-link">
            Your own account: its statements
          </PageLink>
        )}
        {mayMark && (
          <Button
            size="small"
            variant={isOwn ? "quiet" : "secondary"}
            aria-haspopup="dialog"
            onClick={() => {
              reset();
              setAsked(true);
            }}
          >
            {isOwn ? "It isn’t our own…" : "This account is our own…"}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={isOwn ? "Is this no own account any more?" : "Is this your business’s own account?"}
          act={isOwn ? "It isn’t ours" : "It is ours"}
          actPending="Saving"
          isPending={isPending}
          onAct={mark}
          onClose={() => setAsked(false)}
        >
          {error !== null && <Trouble error={error} />}
          <p>
            {isOwn
              ? "Nobody can bring statements of it any more. What was matched stays."
              : "Its bank statement then says what arrived, as your own record. Mark it only if your business can get that statement from its bank."}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
