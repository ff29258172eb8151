import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { BankField } from "#components/bank/bank-field";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { SmallFormActs } from "#components/form/small-form-acts";
import { TextField } from "#components/form/text-field";
import { defaultCountry } from "#lib/asset/defaults";
import type { Bank } from "#lib/contract/api";
import { detailOf } from "#lib/contract/problem";
import type { BatchRow } from "#lib/features/bulk/batches/batch-answers";
import { type PayoutField, payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { showInvisible } from "#lib/text/visible-text";
import { firstUpper } from "#lib/words/tables/table-words";
import type { Token } from "../../tokens";
import type { RowProps } from "../shared";
import type { RowChange } from "../use-batch";

const typedFields = payoutFields.filter(({ id }) => !["bank", "token", "network"].includes(id));
type Texts = Record<PayoutField, string>;

/** Corrects a row in its place. Escape takes back what was typed; what couldn't be saved stays. */
export function RowForm({ row, tokens, acts, onDone }: RowProps & { onDone: () => void }) {
  const start = Object.fromEntries(payoutFields.map(({ id }) => [id, row.cells[id].text])) as Texts;
  const [texts, setTexts] = useState(start);
  const [bank, setBank] = useState<Bank | null>(row.bank);
  const [fault, setFault] = useState<Error>();
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const fields = form.current;
    (
      fields?.querySelector<HTMLElement>("[aria-invalid]") ?? fields?.querySelector<HTMLElement>("input")
    )?.focus();
  }, []);
  const set = (id: PayoutField, text: string) => setTexts((before) => ({ ...before, [id]: text }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const change = changeOf(row, start, texts, bank);
    if (change === undefined) return onDone();
    setIsPending(true);
    const stopped = await acts.changeRow(row.n, change);
    setIsPending(false);
    setFault(stopped);
    if (stopped === undefined) onDone();
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onDone();
  }

  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-label={`Line ${row.n}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={leave}
      className="space-y-4 py-2"
    >
      <RowFields {...{ row, tokens, texts, bank }} onText={set} onBank={setBank} />
      {fault !== undefined && (
        <p role="alert" className="font-medium text-fail">
          {detailOf(fault)} What you typed is still here.
        </p>
      )}
      <SmallFormActs act="Save the row" actPending="Saving" isPending={isPending} onClose={onDone} />
    </form>
  );
}

type FieldsProps = Pick<RowProps, "row" | "tokens"> & {
  texts: Texts;
  bank: Bank | null;
  onText: (id: PayoutField, text: string) => void;
  onBank: (bank: Bank) => void;
};

function RowFields({ row, tokens, texts, bank, onText, onBank }: FieldsProps) {
  const faultOf = (id: PayoutField) => row.faults.find(({ path }) => path === id)?.message;
  const hintOf = (id: PayoutField) => {
    const { given } = row.cells[id];
    if (given === undefined) return undefined;
    return `In the file: ${given.trim() === "" ? "empty" : `“${showInvisible(given)}”`}`;
  };
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
      {typedFields.map(({ id, title, isOptional, alternative }) => (
        <TextField
          key={id}
          label={firstUpper(title)}
          hint={hintOf(id)}
          error={faultOf(id)}
          isOptional={isOptional === true}
          aside={alternative === undefined ? undefined : "one of the two"}
          value={texts[id]}
          autoComplete="off"
          spellCheck={false}
          onText={(text) => onText(id, text)}
        />
      ))}
      <Field label="Bank" error={faultOf("bank")}>
        {(wiring) => <BankField {...wiring} country={defaultCountry} bank={bank} onBank={onBank} />}
      </Field>
      <Field label="Token" hint={hintOf("token")} error={faultOf("token") ?? faultOf("network")}>
        {(wiring) => (
          <TokenSelect
            {...wiring}
            row={row}
            tokens={tokens}
            value={texts.token}
            onChange={({ target }) => onText("token", target.value)}
          />
        )}
      </Field>
    </div>
  );
}

type SelectProps = React.ComponentProps<typeof Select> & { row: BatchRow; tokens: readonly Token[] };

/** A token is chosen with its network; the file's own words stay until then. */
function TokenSelect({ row, tokens, ...rest }: SelectProps) {
  const { token, network } = row.cells;
  const written = [token, network]
    .map(({ given, text }) => given ?? text)
    .filter((text) => text.trim() !== "")
    .join(" on ");
  const isListed = tokens.some(({ asset }) => asset === rest.value);
  return (
    <Select {...rest}>
      {!isListed && (
        <option value={String(rest.value)}>
          {written === "" ? "As for the whole batch" : `As in the file: ${showInvisible(written)}`}
        </option>
      )}
      {tokens.map(({ asset, symbol, networkName }) => (
        <option key={asset} value={asset}>{`${symbol} on ${networkName}`}</option>
      ))}
    </Select>
  );
}

function isGiven({ given, text }: BatchRow["cells"][PayoutField], typed: string): boolean {
  return typed === (given ?? text);
}

/** Only what a person changed. A text that is the file's again is no edit any more. */
function changeOf(row: BatchRow, start: Texts, texts: Texts, bank: Bank | null): RowChange | undefined {
  const changed = payoutFields.filter(({ id }) => texts[id] !== start[id]);
  const isOtherBank =
    bank !== null && (row.bank === null || bank.code !== row.bank.code || bank.name !== row.bank.name);
  if (changed.length === 0 && !isOtherBank) return undefined;
  return {
    fields: Object.fromEntries(
      changed.map(({ id }) => [id, isGiven(row.cells[id], texts[id]) ? null : texts[id]]),
    ),
    ...(isOtherBank && { bank: { code: bank.code, name: bank.name } }),
  };
}
