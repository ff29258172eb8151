import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { bodyOf } from "#lib/calls/call";
import type { BatchActs } from "./use-batch";

/** Only while nothing of it was created. */
export function DiscardButton({ acts }: { acts: BatchActs }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, seen } = acts.batch;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => bodyOf("POST /api/batches/[id]/discard", { params: { id }, body: { seen: `${seen}` } }),
    onSuccess: (batch) => {
      setIsOpen(false);
      acts.keep(batch, { from: 0, show: "all" });
    },
  });
  return (
    <>
      <Button variant="link" onClick={() => setIsOpen(true)}>
        Discard the batch
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Discard this batch?"
          act="Discard the batch"
          actPending="Discarding"
          isPending={isPending}
          onAct={() => mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>Nothing of it was created. It stays in the list, and can’t be agreed on any more.</p>
          {error !== null && <Trouble error={error} />}
        </ConfirmDialog>
      )}
    </>
  );
}
