import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import type { ExistsInput } from "#lib/contract/records";
import { ConfirmExists } from "./confirm-exists";
import { type ExistsFields, existsResolver, toExists } from "./exists-fields";
import { ResolutionForm } from "./resolution-form";

type Props = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  onDone: (sentence: string) => void;
};

const ids = {
  transactionId: "resolve-transaction-id",
  address: "resolve-address",
  reason: "resolve-reason",
} as const satisfies Record<keyof ExistsFields, string>;
const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function ExistsForm({ transfer, asset, onDone }: Props) {
  // A callback may bring the ID while the form is open.
  const known = transfer.transactionId;
  const resolver = useMemo(() => existsResolver(asset, known), [asset, known]);
  const { formState, ...form } = useForm<ExistsFields>({
    defaultValues: { transactionId: "", address: "", reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const { errors } = formState;
  return (
    <ResolutionForm<ExistsFields, ExistsInput>
      transferId={transfer.id}
      form={form}
      errors={errors}
      ids={ids}
      toInput={(values) => toExists(values, known)}
      submit="Check and record"
      done="Recorded: the transfer exists at the service, with the address that you entered."
      onDone={onDone}
      className="mt-5 border-t border-line pt-5"
      confirm={(checked, act) => (
        <ConfirmExists transfer={transfer} asset={asset} entered={checked} {...act} />
      )}
    >
      {known === null && (
        <Field
          id={ids.transactionId}
          label="Transaction ID"
          hint="As the service gave it."
          error={errors.transactionId?.message}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...plain}
              {...form.register("transactionId")}
              className="font-mono"
              maxLength={300}
            />
          )}
        </Field>
      )}
      <Field
        id={ids.address}
        label="Deposit address"
        hint={`The ${asset?.networkName ?? transfer.network} address that the service gave for this transfer. Copy it, don’t type it.`}
        error={errors.address?.message}
      >
        {(wiring) => (
          <Input {...wiring} {...plain} {...form.register("address")} className="font-mono" maxLength={300} />
        )}
      </Field>
    </ResolutionForm>
  );
}
