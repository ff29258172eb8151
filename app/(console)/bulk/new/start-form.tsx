import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { type Source, useSource } from "#components/table-source/source";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { focusLate } from "#lib/browser/late-focus";
import { bodyOf } from "#lib/calls/call";
import { faultsOf } from "#lib/contract/problem";
import { bulkLimits } from "#lib/features/bulk/limits";
import type { Token } from "../tokens";

export type BatchStart = { name: string; asset: string; source: Source };
type Props = {
  tokens: readonly Token[];
  isSandbox: boolean;
  isPending: boolean;
  error: Error | null;
  onSend: (start: BatchStart) => void;
};

export function StartForm({ tokens, isSandbox, isPending, error, onSend }: Props) {
  const source = useSource(bulkLimits);
  const [name, setName] = useState("");
  const [asset, setAsset] = useState("");
  const [isNameless, setIsNameless] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const ofName = faultsOf(error).find(({ path }) => path === "name")?.message;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsNameless(name.trim() === "");
    const read = await source.read();
    if (name.trim() === "") focusLate(nameField.current);
    else if (read !== undefined) onSend({ name: name.trim(), asset, source: read });
  }

  /** A file's own name is as good as any until somebody types one. */
  const nameAfter = (file: File) => setName((typed) => typed || file.name.replace(/\.\w+$/, "").slice(0, 80));

  return (
    <Card title="Your table" action={isSandbox && <SampleButton source={source} onName={setName} />}>
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label="Name of the batch"
          hint="For your colleagues, such as “November salaries”."
          error={isNameless && name.trim() === "" ? "Give the batch a name." : ofName}
        >
          {(wiring) => (
            <Input
              {...wiring}
              ref={nameField}
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
              className="max-w-md"
            />
          )}
        </Field>
        <SourceFields source={source} limits={bulkLimits} onFile={nameAfter} />
        <Field label="Token for rows without one" isOptional hint="A row’s own token and network come first.">
          {(wiring) => (
            <Select
              {...wiring}
              value={asset}
              onChange={({ target }) => setAsset(target.value)}
              className="max-w-md"
            >
              <option value="">Ask me if a row needs it</option>
              {tokens.map((token) => (
                <option key={token.asset} value={token.asset}>
                  {`${token.symbol} on ${token.networkName}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Disclosure summary="Which columns does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            Name, bank, account number, and an amount of a token or an amount in naira. Token, network,
            reference and purpose are used where they are there. A bank can be a name, a short name such as
            GTB, or a code. The order doesn’t matter.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Check the rows"}
        </BusyButton>
      </form>
    </Card>
  );
}

type SampleProps = { source: ReturnType<typeof useSource>; onName: (name: string) => void };

/** The sandbox alone: made-up people at the sandbox's banks. */
function SampleButton({ source, onName }: SampleProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => bodyOf("GET /api/batches/sample", undefined),
    onSuccess: ({ text }) => {
      if (source.text.current === null) return;
      source.text.current.value = text;
      if (source.file.current !== null) source.file.current.value = "";
      onName("Sample salaries");
    },
  });
  return (
    <>
      <BusyButton size="small" isOff={isPending} onClick={() => mutate()}>
        Fill in 48 sample salaries
      </BusyButton>
      {error !== null && <Trouble error={error} />}
    </>
  );
}
