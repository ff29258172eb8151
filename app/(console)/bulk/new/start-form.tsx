import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { TextField } from "#components/form/text-field";
import { Trouble } from "#components/notice/trouble";
import { type NamedSource, useNamedSource } from "#components/table-source/named-source";
import type { Source } from "#components/table-source/source";
import { SourceCard } from "#components/table-source/source-card";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { fieldFault } from "#lib/browser/field-faults";
import { bodyOf } from "#lib/calls/call";
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
  const named = useNamedSource(bulkLimits, (file) => file.name.replace(/\.\w+$/, "").slice(0, 80));
  const { source, nameField, isNameMissing, nameAfter, read, fill } = named;
  const [asset, setAsset] = useState("");

  async function send() {
    const start = await read();
    if (start !== undefined) onSend({ ...start, asset });
  }

  return (
    <SourceCard
      action={isSandbox && <SampleButton onFill={fill} />}
      needs="Name, bank, account number, and an amount of a token or an amount in naira. Token, network, reference and purpose are used where they are there. A bank can be a name, a short name such as GTB, or a code. The order doesn’t matter."
      act="Check the rows"
      isPending={isPending}
      onSend={send}
    >
      <TextField
        {...nameField}
        label="Name of the batch"
        hint="For your colleagues, such as “November salaries”."
        error={isNameMissing ? "Give the batch a name." : fieldFault(error, "name")}
        maxLength={80}
        autoComplete="off"
        className="max-w-md"
      />
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
    </SourceCard>
  );
}

/** The sandbox alone: made-up people at the sandbox's banks. */
function SampleButton({ onFill }: { onFill: NamedSource["fill"] }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => bodyOf("GET /api/batches/sample", undefined),
    onSuccess: ({ text }) => onFill(text, "Sample salaries"),
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
