"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";

/** Takes a proposed account back, after a second look. */
export function WithdrawProposal({ id, n }: { id: string; n: number }) {
  const { refresh } = useRefresh();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, error, isPending } = useMutation(act("POST /api/payees/[id]/withdrawal"));
  const send = () =>
    mutate(
      { params: { id }, body: { version: `${n}` } },
      {
        onSuccess: () => {
          setIsOpen(false);
          refresh();
        },
      },
    );
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Withdraw…
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Withdraw this account?"
          act="Withdraw"
          actPending="Withdrawing"
          isPending={isPending}
          onAct={send}
          onClose={() => setIsOpen(false)}
        >
          {error !== null && <Trouble error={error} />}
          <p>Nobody can agree to it any more. You can ask again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
