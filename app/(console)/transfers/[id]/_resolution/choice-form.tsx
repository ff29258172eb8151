import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { FieldError } from "#components/form/field-error";
import { Address } from "#components/transfer/address";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { Claim, TransferWithEvents } from "#lib/contract/api";
import { AddressInput } from "#lib/contract/records";
import { formatPadded } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { ResolutionForm } from "./resolution-form";
import { whoGave } from "./who-gave";

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

type ClaimProps = {
  id: string;
  claims: readonly Claim[];
  field: UseFormRegisterReturn;
  error: string | undefined;
};

function ClaimChoice({ id, claims, field, error }: ClaimProps) {
  const errorId = `${id}-error`;
  const choices = claims.flatMap((claim) =>
    claim.address === null ? [] : [{ ...claim, address: claim.address }],
  );
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="space-y-2">
      <legend className="mb-2 font-medium">The address that the service says is right</legend>
      {choices.map((claim, place) => (
        <label
          key={claim.event}
          className="flex gap-3 rounded-lg border border-line-strong px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft forced-colors:has-checked:border-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            {...field}
            id={place === 0 ? id : undefined}
            type="radio"
            value={claim.event}
            className="mt-0.5 shrink-0 outline-none"
          />
          <span className="min-w-0">
            <Address address={showInvisible(claim.address)} className="text-[0.8125rem]/6" />
            <span className="foreign-text block text-[0.8125rem]/5 text-muted">
              Given by: {whoGave(claim)}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
