import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FileInput, readBase64 } from "#components/form/file-input";
import { TextArea } from "#components/form/input";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { focusLate } from "#lib/browser/late-focus";
import { mostBytes, mostRows } from "#lib/features/bulk/table";
import { formatCount } from "#lib/money/format";
import type { Source } from "./import-rows";

type Props = { isPending: boolean; onRead: (source: Source) => void };

/** A file, or what was copied from a spreadsheet. */
export function SourceForm({ isPending, onRead }: Props) {
  const [fault, setFault] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);

  function refuse(message: string) {
    setFault(message);
    focusLate(file.current);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFault(undefined);
    const chosen = file.current?.files?.[0];
    const pasted = text.current?.value ?? "";
    if (chosen === undefined && pasted.trim() === "") return refuse("Choose a file, or paste a table.");
    if (chosen === undefined) return onRead({ text: pasted });
    if (pasted.trim() !== "") return refuse("Choose a file or paste a table, not both.");
    if (chosen.size > mostBytes)
      return refuse(`The file has ${formatCount(Math.ceil(chosen.size / 1_000))} kB. Use at most 1,000 kB.`);
    const bytes = await readBase64(chosen).catch(() => undefined);
    if (bytes === undefined) return refuse("Your browser couldn’t read the file. Choose it again.");
    if (bytes === "") return refuse("The file is empty.");
    onRead({ file: bytes });
  }

  return (
    <Card title="Your table">
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label="File"
          hint={`CSV or Excel (.xlsx), up to ${formatCount(mostRows)} rows and 1 MB.`}
          error={fault}
        >
          {(wiring) => <FileInput {...wiring} ref={file} accept=".csv,.tsv,.txt,.xlsx" />}
        </Field>
        <Field
          label="Or paste it here"
          hint="Copy the cells in your spreadsheet, with the names of the columns."
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              ref={text}
              rows={6}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-xs"
            />
          )}
        </Field>
        <Disclosure summary="Which columns does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            Bank, account number and account name. A bank can be a name, a short name such as GTB, or a code.
            Add a column “Name” for what you call the payee; without it we use the account name. The order
            doesn’t matter.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Read the table"}
        </BusyButton>
      </form>
    </Card>
  );
}
