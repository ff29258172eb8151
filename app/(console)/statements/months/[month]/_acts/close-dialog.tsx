import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { TextArea } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import { Problem } from "#lib/contract/problem";
import { CloseInput } from "#lib/features/books/month-inputs";

type Props = {
  month: string;
  name: string;
  seen: string;
  open: readonly string[];
  onClosed: () => void;
  /** What is shown is no longer so. */
  onLookAgain: () => void;
  onEnd: () => void;
};

/** There is no way back: what it says comes before its button. */
export function CloseDialog({ month, name, seen, open, onClosed, onLookAgain, onEnd }: Props) {
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, error, isPending } = useMutation(act("POST /api/months/[month]/close"));

  function send(event: FormEvent) {
    event.preventDefault();
    const note = field.current?.value ?? "";
    const input = CloseInput.safeParse({ seen, ...(note.trim() !== "" && { note }) });
    setFault(input.error?.issues[0]?.message);
    if (!input.success) return field.current?.focus();
    mutate({ params: { month }, body: input.data }, { onSuccess: onClosed });
  }

  if (isPast(error))
    return (
      <Dialog title={`Close ${name}`} onClose={onLookAgain}>
        <Trouble error={error} />
        <Button variant="primary" onClick={onLookAgain}>
          Look at it again
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={`Close ${name}?`} isPending={isPending} onClose={onEnd}>
      <form noValidate onSubmit={send} className="space-y-4">
        {error !== null && <Trouble error={error} />}
        <p>
          It can’t be opened again. Its figures stay as they are shown, with a hash. What is recorded later is
          listed in a later month.
        </p>
        <Open words={open} />
        <Field label="Note" hint="Everyone who opens the month can read it." isOptional error={fault}>
          {(wiring) => <TextArea {...wiring} ref={field} maxLength={2_000} />}
        </Field>
        <FormActs act={`Close ${name}`} actPending="Closing" isPending={isPending} onClose={onEnd} />
      </form>
    </Dialog>
  );
}

function Open({ words }: { words: readonly string[] }) {
  if (words.length === 0) return <p>Nothing is open or unclear.</p>;
  return (
    <div>
      <p>Still open or unclear. None of it stops the closing:</p>
      <ul className="list-disc pl-5">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** Another press would be refused too: the page has to be drawn again first. */
function isPast(error: Error | null): error is Problem {
  return error instanceof Problem && /^month_/.test(error.code);
}
