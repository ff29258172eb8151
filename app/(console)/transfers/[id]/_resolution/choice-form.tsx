import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Address } from "#components/transfer/address";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { TransferWithEvents } from "#lib/contract/api";
import { AddressInput } from "#lib/contract/records";
import { formatPadded } from "#lib/money/format";
import { ClaimChoice } from "./claim-choice";
import { ResolutionForm } from "./resolution-form";

type Props = { transfer: TransferWithEvents; onDone: (sentence: string) => void };

const ids = { event: "choose-address", reason: "choose-reason" } as const;
const resolver = zodResolver(AddressInput);

export function ChoiceForm({ transfer, onDone }: Props) {
  const { claims } = transfer;
  // The newest claim that the person saw: a later one refuses the choice.
  const newest = `${claims.at(-1)?.event}`;
  const { formState, ...form } = useForm<AddressInput>({
    defaultValues: { outcome: "address", event: "", newest, reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const { errors } = formState;
  return (
    <ResolutionForm<AddressInput, AddressInput>
      transferId={transfer.id}
      form={form}
      errors={errors}
      ids={ids}
      toInput={(values) => ({ ...values, newest })}
      submit="Check and record"
      done="Recorded: this is the right address."
      onDone={onDone}
      confirm={(checked, act) => {
        const chosen = claims.find(({ event }) => `${event}` === checked.event)?.address ?? null;
        return chosen === null ? null : (
          <ConfirmDialog
            title="Compare with what the service told you"
            act="Record this address"
            actPending="Recording"
            {...act}
          >
            <Address address={chosen} className="text-base/7" />
            <p>
              After this, the page may tell people to send {formatPadded(transfer.amount)}{" "}
              {transfer.fromCurrency} to this address. Money sent to a wrong address is lost.
            </p>
            <p>If the service says that neither is right, go back and add a note.</p>
          </ConfirmDialog>
        );
      }}
    >
      <ClaimChoice
        id={ids.event}
        claims={claims}
        field={form.register("event")}
        error={errors.event?.message}
      />
    </ResolutionForm>
  );
}
