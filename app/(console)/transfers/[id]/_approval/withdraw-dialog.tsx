import { useMutation } from "@tanstack/react-query";
import { Trouble } from "#components/notice/trouble";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";

type Props = { id: string; onClose: () => void };

export function WithdrawDialog({ id, onClose }: Props) {
  const { mutate, error, isPending } = useMutation({
    ...act("POST /api/transfers/[id]/withdrawal"),
    ...keepTransfer(id),
  });
  return (
    <ConfirmDialog
      title="Withdraw this request?"
      act="Withdraw"
      actPending="Withdrawing"
      isPending={isPending}
      onAct={() => mutate({ params: { id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {error !== null && <Trouble error={error} />}
      <p>Nobody can approve it any more, and nothing is sent. You can ask again.</p>
    </ConfirmDialog>
  );
}
