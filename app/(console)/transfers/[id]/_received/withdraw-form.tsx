import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { SmallFormActs } from "#components/form/small-form-acts";
import { Notice } from "#components/notice/notice";
import { judgedBy } from "#lib/browser/judged-by";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { ReceivedWithdrawal } from "#lib/contract/received/received";

type Props = {
  id: string;
  event: number;
  /** With what was done; without, where nothing was. */
  onEnd: (sentence?: string) => void;
};
type Fields = { reason: string };

/** Takes back what the payee said. */
export function WithdrawForm({ id, event, onEnd }: Props) {
  const toInput = ({ reason }: Fields) => ({ event: `${event}`, reason: reason.trim() });
  const { register, handleSubmit, setFocus, formState } = useForm<Fields>({
    defaultValues: { reason: "" },
    resolver: judgedBy(ReceivedWithdrawal, toInput),
  });
  const isBusy = useRef(false);
  const mutation = useMutation({
    ...act("POST /api/transfers/[id]/received/withdrawal"),
    ...keepTransfer(id),
  });
  useEffect(() => setFocus("reason"), [setFocus]);

  function withdraw(values: Fields) {
    // A second click can come before the first one is drawn.
    if (isBusy.current) return;
    isBusy.current = true;
    mutation.mutateAsync({ params: { id }, body: toInput(values) }).then(
      () => onEnd("The record is withdrawn. The timeline shows both."),
      () => {
        isBusy.current = false;
      },
    );
  }

  return (
    <form noValidate onSubmit={handleSubmit(withdraw)} className="space-y-4">
      {mutation.error !== null && (
        <Notice kind="fail" title="Not withdrawn" isLive>
          {mutation.error.message}
        </Notice>
      )}
      <Field
        label="Why it is withdrawn"
        hint="The record stays in the timeline, and this is added."
        error={formState.errors.reason?.message}
      >
        {(wiring) => <Input {...wiring} {...register("reason")} autoComplete="off" maxLength={2_000} />}
      </Field>
      <SmallFormActs
        act="Withdraw this record"
        actPending="Withdrawing"
        isPending={mutation.isPending}
        onClose={() => onEnd()}
      />
    </form>
  );
}
