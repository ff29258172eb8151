import { useMutation } from "@tanstack/react-query";
import { TextField } from "#components/form/text-field";
import { Trouble } from "#components/notice/trouble";
import { useNamedSource } from "#components/table-source/named-source";
import type { Source } from "#components/table-source/source";
import { SourceCard } from "#components/table-source/source-card";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { fieldFault } from "#lib/browser/field-faults";
import { bodyOf } from "#lib/calls/call";
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
  const named = useNamedSource(statementLimits, (file) => file.name.slice(0, 200));
  const { source, nameField, isNameMissing, nameAfter, read, fill } = named;

  async function send() {
    const start = await read();
    if (start !== undefined) onSend(start);
  }

  const sample = useMutation({
    mutationFn: () =>
      bodyOf("GET /api/own-accounts/[id]/sample", {
        params: { id: account },
        query: { month: sampleMonth ?? "" },
      }),
    onSuccess: ({ text }) => fill(text, "Sample statement"),
  });

  return (
    <SourceCard
      title="Your statement"
      action={
        sampleMonth !== undefined && (
          <BusyButton size="small" isOff={sample.isPending} onClick={() => sample.mutate()}>
            Fill in a sample statement
          </BusyButton>
        )
      }
      question="What does it need?"
      needs="A day, a credit (or an amount with its side) and a narration. Debit, balance and reference are used where they are there: with a balance we can tell whether a line is missing. The lines above the table may stay."
      act="Bring the statement"
      isPending={isPending}
      onSend={send}
    >
      {sample.error !== null && <Trouble error={sample.error} />}
      <SourceFields source={source} limits={statementLimits} onFile={nameAfter} />
      <TextField
        {...nameField}
        label="Name of the statement"
        hint="For your colleagues. A file’s own name is filled in."
        error={isNameMissing ? "Give the statement a name." : fieldFault(error, "name")}
        maxLength={200}
        autoComplete="off"
        className="max-w-md"
      />
    </SourceCard>
  );
}
