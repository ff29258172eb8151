import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { TextArea } from "#components/form/input";
import { SmallFormActs } from "#components/form/small-form-acts";
import { Notice } from "#components/notice/notice";
import { judgedBy } from "#lib/browser/judged-by";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { transferQuery } from "#lib/calls/queries";
import { NoteInput } from "#lib/contract/records";

const words: Record<NoteInput["kind"], { label: string; hint: string; act: string; done: string }> = {
  note: {
    label: "Note",
    hint: "Everyone who opens this transfer can read it. It can’t be removed.",
    act: "Add the note",
    done: "The note is in the timeline.",
  },
  handled: {
    label: "What was done",
    hint: "“Needs attention” leaves it out until the service reports something new.",
    act: "Record as resolved",
    done: "Marked as resolved.",
  },
};

type Props = { id: string; kind: NoteInput["kind"]; onDone: (sentence: string) => void; onClose: () => void };
type Fields = { text: string };

export function RecordForm({ id, kind, onDone, onClose }: Props) {
  const { label, hint, act: button, done } = words[kind];
  const client = useQueryClient();
  // What is reported while somebody types is not resolved by what they write.
  const [seen] = useState(() => client.getQueryData(transferQuery(id).queryKey)?.standing.seen);
  const toInput = (values: Fields) => toNote(kind, values, seen);
  const { register, handleSubmit, setFocus, formState } = useForm<Fields>({
    defaultValues: { text: "" },
    resolver: judgedBy(NoteInput, toInput),
  });
  const isBusy = useRef(false);
  const mutation = useMutation({ ...act("POST /api/transfers/[id]/notes"), ...keepTransfer(id) });
  useEffect(() => setFocus("text"), [setFocus]);

  function record(values: Fields) {
    // A second click can come before the first one is drawn.
    if (isBusy.current) return;
    isBusy.current = true;
    // The caller closes the form by this, so it can't be the mutation's own callback.
    mutation.mutateAsync({ params: { id }, body: toInput(values) }).then(
      () => onDone(done),
      () => {
        isBusy.current = false;
      },
    );
  }

  /** Control-Enter or Command-Enter, as in other consoles: Enter alone is a new line. */
  function saveByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form noValidate onSubmit={handleSubmit(record)} className="mt-4 space-y-4 border-t border-line pt-4">
      {mutation.error !== null && (
        <Notice kind="fail" title="Not recorded" isLive>
          {mutation.error.message}
        </Notice>
      )}
      <Field label={label} hint={hint} error={formState.errors.text?.message}>
        {(wiring) => <TextArea {...wiring} {...register("text")} maxLength={2_000} onKeyDown={saveByKeys} />}
      </Field>
      <SmallFormActs act={button} actPending="Recording" isPending={mutation.isPending} onClose={onClose} />
    </form>
  );
}

function toNote(kind: NoteInput["kind"], { text }: Fields, seen: number | undefined): NoteInput {
  if (kind === "handled") return { kind, text: text.trim(), ...(seen !== undefined && { seen: `${seen}` }) };
  return { kind, text: text.trim() };
}
