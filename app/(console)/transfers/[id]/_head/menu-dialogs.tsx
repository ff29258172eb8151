import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { PayeeForm } from "#components/payee/payee-form";
import { Dialog } from "#components/ui/dialog";
import type { Amount } from "#lib/money/money";
import { ReceivedForm } from "../_received/received-form";

export type MenuDialogProps = {
  id: string;
  /** What a new payee starts with; `undefined` where it is recorded what arrived. */
  payee: ComponentProps<typeof PayeeForm>["start"] | undefined;
  /** The currency of the payout, what the quote let expect, and what the service says that it paid out. */
  payout: { currency: string; expected: Amount | null; paidOut: Amount | null };
  /** With what was done, where it was. */
  onClose: (sentence?: string) => void;
};

export function MenuDialog({ id, payee, payout, onClose }: MenuDialogProps) {
  const router = useRouter();
  const close = () => onClose();
  if (payee === undefined)
    return (
      <Dialog title="Record what arrived" onClose={close}>
        <ReceivedForm id={id} {...payout} onEnd={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Save as payee" onClose={close}>
      <PayeeForm start={payee} onDone={(payeeId) => router.push(`/payees/${payeeId}`)} onClose={close} />
    </Dialog>
  );
}
