import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { TextArea } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import { MatchWithdrawal } from "#lib/features/books/books-input";

type Props = { id: string; matchId: string; onEnd: (sentence?: string) => void };

export function TakeBackDialog({ id, matchId, onEnd }: Props) {
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, error, isPending } = useMutation(act("POST /api/own-accounts/[id]/matches/[m]/withdrawal"));

  function send(event: FormEvent) {
    event.preventDefault();
    const input = MatchWithdrawal.safeParse({ reason: field.current?.value ?? "" });
    setFault(input.error?.issues[0]?.message);
    if (!input.success) return field.current?.focus();
    mutate(
      { params: { id, m: matchId }, body: input.data },
      { onSuccess: () => onEnd("The match is taken back: line and payout are open again") },
    );
  }

  return (
    <Dialog title="Take this match back" isPending={isPending} onClose={() => onEnd()}>
      <form noValidate onSubmit={send} className="space-y-4">
        {error !== null && <Trouble error={error} />}
        <p>The record stays on the transfer, with who took it back and why.</p>
        <Field label="Why it is wrong" hint="Everyone who opens the transfer can read it." error={fault}>
          {(wiring) => <TextArea {...wiring} ref={field} maxLength={2_000} />}
        </Field>
        <FormActs act="Take back" actPending="Taking back" isPending={isPending} onClose={() => onEnd()} />
      </form>
    </Dialog>
  );
}
