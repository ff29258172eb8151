import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Button } from "#components/ui/button";
import { changePayee } from "#lib/calls/payee-calls";
import { Problem } from "#lib/contract/problem";

type Props = { id: string; name: string; onDone: () => void; onClose: () => void };

export function RenameForm({ id, name, onDone, onClose }: Props) {
  const [typed, setTyped] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useMutation(changePayee(id));
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (error !== null) input.current?.focus();
  }, [error]);
  const fault = error instanceof Problem ? (error.errors[0]?.message ?? error.detail) : error?.message;
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ name: typed }, { onSuccess: onDone });
      }}
    >
      <Field label="Name" error={fault}>
        {(wiring) => (
          <Input {...wiring} ref={input} value={typed} onChange={({ target }) => setTyped(target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="small" aria-disabled={isPending || undefined}>
          {isPending ? "Saving" : "Save the name"}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
