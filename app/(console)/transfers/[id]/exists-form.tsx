import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button";
import { ErrorSummary } from "#components/ui/error-summary";
import { Field } from "#components/ui/field";
import { Input, TextArea } from "#components/ui/input";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Asset } from "#lib/contract/asset";
import { ConfirmExists } from "./confirm-exists";
import { type Exists, type ExistsFields, existsResolver, toExists } from "./exists-fields";
import { ResolutionProblem } from "./resolution-problem";
import { useResolution } from "./use-resolution";

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
const names = Object.keys(ids) as (keyof ExistsFields)[];
const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** The service knows the transfer: its ID, its address, and who said so. */
export function ExistsForm({ transfer, asset, onDone }: Props) {
  // A callback may bring the ID while the form is open: then it is not asked for.
  const known = transfer.transactionId;
  const resolver = useMemo(() => existsResolver(asset, known), [asset, known]);
  const { register, handleSubmit, setError, formState } = useForm<ExistsFields>({
    defaultValues: { transactionId: "", address: "", reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const { errors } = formState;
  const [checked, setChecked] = useState<Exists>();
  const [tryCount, setTryCount] = useState(0);
  const faults = names.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ id: ids[name], message }];
  });
  const { resolve, isPending, problem } = useResolution(transfer.id, {
    onDone: () => onDone("Recorded: the transfer exists at the service, with the address that you entered."),
    onProblem: ({ errors: wrong }) => {
      setChecked(undefined);
      for (const { path, message } of wrong) {
        const name = names.find((known) => known === path);
        if (name !== undefined) setError(name, { message });
      }
      if (wrong.length > 0) setTryCount((count) => count + 1);
    },
  });

  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        (values) => {
          setTryCount(0);
          setChecked(toExists(values, known));
        },
        () => setTryCount((count) => count + 1),
      )}
      className="mt-5 space-y-5 border-t border-line pt-5"
    >
      <ErrorSummary faults={faults} tryCount={tryCount}>
        Nothing was recorded.
      </ErrorSummary>
      <ResolutionProblem problem={problem} />
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
              {...register("transactionId")}
              className="font-mono"
              maxLength={300}
            />
          )}
        </Field>
      )}
      <Field
        id={ids.address}
        label="Deposit address"
        hint={`The ${asset?.networkName ?? transfer.network} address that the service gave for this transfer. Copy it, do not type it.`}
        error={errors.address?.message}
      >
        {(wiring) => (
          <Input {...wiring} {...plain} {...register("address")} className="font-mono" maxLength={300} />
        )}
      </Field>
      <Field
        id={ids.reason}
        label="How you know"
        hint="Who at the service said so, when, and where it can be read again."
        error={errors.reason?.message}
      >
        {(wiring) => <TextArea {...wiring} {...register("reason")} maxLength={2_000} />}
      </Field>
      <Button type="submit" variant="primary" className="max-sm:w-full">
        Check and record
      </Button>
      {checked !== undefined && (
        <ConfirmExists
          transfer={transfer}
          asset={asset}
          entered={checked}
          isPending={isPending}
          onAct={() => resolve(checked)}
          onClose={() => setChecked(undefined)}
        />
      )}
    </form>
  );
}
