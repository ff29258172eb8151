import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { TransferWithEvents } from "#lib/contract/api";
import { AbsentInput } from "#lib/contract/records";
import { ResolutionForm } from "./resolution-form";

type Props = { transfer: TransferWithEvents; onDone: (sentence: string) => void };

const ids = { reason: "resolve-reason" } as const;
const resolver = zodResolver(AbsentInput);

export function AbsentForm({ transfer, onDone }: Props) {
  const { formState, ...form } = useForm<AbsentInput>({
    defaultValues: { outcome: "absent", reason: "" },
    resolver,
    shouldFocusError: false,
  });
  return (
    <ResolutionForm<AbsentInput, AbsentInput>
      transferId={transfer.id}
      form={form}
      errors={formState.errors}
      ids={ids}
      toInput={(values) => values}
      submit="Check and close"
      done="Recorded: the transfer was not created. A new one can take its place."
      onDone={onDone}
      className="mt-5 border-t border-line pt-5"
      confirm={(_checked, act) => (
        <ConfirmDialog
          title="Close this transfer as not created?"
          act="Close as not created"
          actPending="Closing"
          {...act}
        >
          <p>
            You can then create a new transfer in its place. If the service has this one after all and you
            send to both, the recipient is paid twice.
          </p>
          <p>Close it only if the service checked and found no such transfer. This can’t be undone.</p>
        </ConfirmDialog>
      )}
    />
  );
}
