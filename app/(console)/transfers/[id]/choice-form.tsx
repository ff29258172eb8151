import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Address } from "#components/address";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { ErrorSummary } from "#components/ui/error-summary";
import { Field } from "#components/ui/field";
import { TextArea } from "#components/ui/input";
import type { TransferWithEvents } from "#lib/contract/api";
import { ResolutionInput } from "#lib/contract/records";
import { formatExact } from "#lib/format";
import { useIsAlive } from "#lib/is-alive";
import { ClaimChoice } from "./claim-choice";
import { ResolutionProblem } from "./resolution-problem";
import { useResolution } from "./use-resolution";

type Choice = Extract<ResolutionInput, { outcome: "address" }>;
type Props = { transfer: TransferWithEvents; onDone: (sentence: string) => void };

const ids = { event: "choose-address", reason: "choose-reason" } as const;
const names = ["event", "reason"] as const;
const resolver = zodResolver(ResolutionInput) as unknown as Resolver<Choice>;

/** Which of the addresses is right: one of those that were given, by the service's word on both. */
export function ChoiceForm({ transfer, onDone }: Props) {
  const { claims } = transfer;
  const isAlive = useIsAlive();
  // What the person has seen when they choose; one that comes after it is refused.
  const newest = `${claims.at(-1)?.event}`;
  const { register, handleSubmit, formState } = useForm<Choice>({
    defaultValues: { outcome: "address", event: "", newest, reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const { errors } = formState;
  const [checked, setChecked] = useState<Choice>();
  const [tryCount, setTryCount] = useState(0);
  const faults = names.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ id: ids[name], message }];
  });
  const { resolve, isPending, problem } = useResolution(transfer.id, {
    onDone: () => onDone("Recorded: this is the right address."),
    onProblem: () => setChecked(undefined),
  });
  const chosen = claims.find(({ event }) => `${event}` === checked?.event)?.address ?? null;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        (values) => {
          setTryCount(0);
          setChecked({ ...values, newest });
        },
        () => setTryCount((count) => count + 1),
      )}
    >
      <fieldset disabled={!isAlive} className="min-w-0 space-y-5">
        <ErrorSummary faults={faults} tryCount={tryCount}>
          Nothing was recorded.
        </ErrorSummary>
        <ResolutionProblem problem={problem} />
        <ClaimChoice id={ids.event} claims={claims} field={register("event")} error={errors.event?.message} />
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
      </fieldset>
      {checked !== undefined && chosen !== null && (
        <ConfirmDialog
          title="Compare with the service’s own words"
          act="Record this address"
          actPending="Recording"
          isPending={isPending}
          onAct={() => resolve(checked)}
          onClose={() => setChecked(undefined)}
        >
          <Address address={chosen} className="text-base/7" />
          <p>
            After this, the page may ask for {formatExact(transfer.amount)} {transfer.fromCurrency} to be sent
            to this address. Money sent to a wrong address is lost.
          </p>
          <p>If the service named neither of the two, record nothing here and write a note.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
