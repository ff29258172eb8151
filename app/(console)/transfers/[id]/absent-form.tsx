import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { ErrorSummary } from "#components/ui/error-summary";
import { Field } from "#components/ui/field";
import { TextArea } from "#components/ui/input";
import type { TransferWithEvents } from "#lib/contract/api";
import { ResolutionInput } from "#lib/contract/records";
import { ResolutionProblem } from "./resolution-problem";
import { useResolution } from "./use-resolution";

type Absent = Extract<ResolutionInput, { outcome: "absent" }>;
type Props = { transfer: TransferWithEvents; onDone: (sentence: string) => void };

const reasonId = "resolve-reason";
const resolver = zodResolver(ResolutionInput) as unknown as Resolver<Absent>;

/** The service has no such transfer: closes it, so that a new one can be made in its place. */
export function AbsentForm({ transfer, onDone }: Props) {
  const { register, handleSubmit, formState } = useForm<Absent>({
    defaultValues: { outcome: "absent", reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const [checked, setChecked] = useState<Absent>();
  const [tryCount, setTryCount] = useState(0);
  const message = formState.errors.reason?.message;
  const { resolve, isPending, problem } = useResolution(transfer.id, {
    onDone: () => onDone("Recorded: the transfer was not created. A new one can take its place."),
    onProblem: () => setChecked(undefined),
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        (values) => {
          setTryCount(0);
          setChecked(values);
        },
        () => setTryCount((count) => count + 1),
      )}
      className="mt-5 space-y-5 border-t border-line pt-5"
    >
      <ErrorSummary faults={message === undefined ? [] : [{ id: reasonId, message }]} tryCount={tryCount}>
        Nothing was recorded.
      </ErrorSummary>
      <ResolutionProblem problem={problem} />
      <Field
        id={reasonId}
        label="How you know"
        hint="Who at the service said so, when, and where it can be read again."
        error={message}
      >
        {(wiring) => <TextArea {...wiring} {...register("reason")} maxLength={2_000} />}
      </Field>
      <Button type="submit" variant="primary" className="max-sm:w-full">
        Check and close
      </Button>
      {checked !== undefined && (
        <ConfirmDialog
          title="Close this transfer as not created?"
          act="Close as not created"
          actPending="Closing"
          isPending={isPending}
          onAct={() => resolve(checked)}
          onClose={() => setChecked(undefined)}
        >
          <p>
            A new transfer can then be created in its place. If the service has this one after all, two may
            exist, and the recipient may be paid twice if both are funded.
          </p>
          <p>Close it only if the service itself has looked and found nothing. This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
