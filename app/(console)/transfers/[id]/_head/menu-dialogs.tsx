import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { PayeeForm } from "#components/payee/payee-form";
import { Dialog } from "#components/ui/dialog";
import { RecordForm } from "../_records/record-form";

export type MenuDialogProps = {
  id: string;
  /** What a new payee starts with; `undefined` where a match is recorded. */
  payee: ComponentProps<typeof PayeeForm>["start"] | undefined;
  /** With what was done, where it was. */
  onClose: (sentence?: string) => void;
};

export function MenuDialog({ id, payee, onClose }: MenuDialogProps) {
  const router = useRouter();
  const close = () => onClose();
  if (payee === undefined)
    return (
      <Dialog title="Match with your bank statement" onClose={close}>
        <RecordForm id={id} kind="matched" onDone={onClose} onClose={close} />
      </Dialog>
    );
  return (
    <Dialog title="Save as payee" onClose={close}>
      <PayeeForm start={payee} onDone={(payeeId) => router.push(`/payees/${payeeId}`)} onClose={close} />
    </Dialog>
  );
}
