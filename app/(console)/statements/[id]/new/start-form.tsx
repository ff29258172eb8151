import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { type Source, useSource } from "#components/table-source/source";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { focusLate } from "#lib/browser/late-focus";
import { bodyOf } from "#lib/calls/call";
import { faultsOf } from "#lib/contract/problem";
import { statementLimits } from "#lib/features/books/statement/statement-fields";

export type StatementStart = { name: string; source: Source };
type Props = {
  account: string;
  sampleMonth: string | undefined;
  isPending: boolean;
  error: Error | null;
  onSend: (start: StatementStart) => void;
};

export function StartForm({ account, sampleMonth, isPending, error, onSend }: Props) {
  const source = useSource(statementLimits);
  const [name, setName] = useState("");
  const [isNameless, setIsNameless] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const ofName = faultsOf(error).find(({ path }) => path === "name")?.message;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsNameless(name.trim() === "");
    const read = await source.read();
    if (name.trim() === "") focusLate(nameField.current);
    else if (read !== undefined) onSend({ name: name.trim(), source: read });
  }

  /** A file's own name is as good as any until somebody types one. */
  const nameAfter = (file: File) => setName((typed) => typed || file.name.slice(0, 200));

  const sample = useMutation({
    mutationFn: () =>
      bodyOf("GET /api/own-accounts/[id]/sample", {
        params: { id: account },
        query: { month: sampleMonth ?? "" },
      }),
    onSuccess: ({ text }) => {
      if (source.text.current === null) return;
      source.text.current.value = text;
      if (source.file.current !== null) source.file.current.value = "";
      setName("Sample statement");
    },
  });

  return (
    <Card
      title="Your statement"
      action={
        sampleMonth !== undefined && (
          <BusyButton size="small" isOff={sample.isPending} onClick={() => sample.mutate()}>
            Fill in a sample statement
          </BusyButton>
        )
      }
    >
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        {sample.error !== null && <Trouble error={sample.error} />}
        <SourceFields source={source} limits={statementLimits} onFile={nameAfter} />
        <Field
          label="Name of the statement"
          hint="For your colleagues. A file’s own name is filled in."
          error={isNameless && name.trim() === "" ? "Give the statement a name." : ofName}
        >
          {(wiring) => (
            <Input
              {...wiring}
              ref={nameField}
              value={name}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
              className="max-w-md"
            />
          )}
        </Field>
        <Disclosure summary="What does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            A day, a credit (or an amount with its side) and a narration. Debit, balance and reference are
            used where they are there: with a balance we can tell whether a line is missing. The lines above
            the table may stay.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Bring the statement"}
        </BusyButton>
      </form>
    </Card>
  );
}
