import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { AccountNumberField } from "#components/bank/account-number-field";
import { BankField } from "#components/bank/bank-field";
import { Field } from "#components/form/field";
import { TextField } from "#components/form/text-field";
import { HowChecked } from "#components/payee/how-checked";
import { Button } from "#components/ui/button";
import { defaultCountry } from "#lib/asset/defaults";
import { stripAccountNumber } from "#lib/bank/account-number";
import type { PayeeChange, ReadPayee } from "#lib/features/bulk/judge-payee";
import type { ShownRow } from "./import-rows";

type Props = { shown: ShownRow; onDone: (change?: PayeeChange) => void };

/** Corrects a row in its place. Escape takes back what was typed. */
export function RowForm({ shown: { row, change, judged, faults }, onDone }: Props) {
  const start = judged.read;
  const [values, setValues] = useState({
    ...start,
    accountNumber: stripAccountNumber(start.accountNumber),
    howChecked: change.howChecked ?? "",
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    (
      form.current?.querySelector<HTMLElement>("[aria-invalid]") ?? form.current?.querySelector("input")
    )?.focus();
  }, []);
  const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const faultOf = (path: string) => faults.find((fault) => fault.path === path)?.message;
  const asksHow = change.howChecked !== undefined || row.faults.some(({ kind }) => kind === "name_known");

  function submit(event: FormEvent) {
    event.preventDefault();
    onDone(changeOf(change, start, values, asksHow));
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onDone();
  }

  return (
    <li className="px-card py-4">
      <form
        ref={form}
        noValidate
        method="post"
        aria-label={`Line ${row.n}`}
        onSubmit={submit}
        onKeyDown={leave}
        className="max-w-xl space-y-4"
      >
        <RowFields values={values} onSet={set} faultOf={faultOf} />
        {asksHow && (
          <HowChecked
            value={values.howChecked}
            error={faultOf("howChecked")}
            onChange={(howChecked) => set({ howChecked })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary">
            Done
          </Button>
          <Button variant="quiet" onClick={() => onDone()}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  );
}

type FieldsProps = {
  values: ReadPayee;
  onSet: (part: Partial<ReadPayee>) => void;
  faultOf: (path: string) => string | undefined;
};

function RowFields({ values, onSet, faultOf }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        error={faultOf("name")}
        value={values.name}
        onText={(name) => onSet({ name })}
      />
      <Field label="Bank" error={faultOf("bank")}>
        {(wiring) => (
          <BankField
            {...wiring}
            country={defaultCountry}
            bank={values.bank}
            onBank={(bank) => onSet({ bank })}
          />
        )}
      </Field>
      <AccountNumberField
        digits={values.accountNumber}
        onDigits={(accountNumber) => onSet({ accountNumber })}
        bank={values.bank}
        error={faultOf("accountNumber")}
      />
      <TextField
        label="Account name"
        hint="Exactly as the bank has it."
        error={faultOf("accountName")}
        value={values.accountName}
        autoComplete="off"
        onText={(accountName) => onSet({ accountName })}
      />
    </>
  );
}

/** Only what a person changed; a number that changed is to be compared again. */
function changeOf(
  before: PayeeChange,
  start: ReadPayee,
  { howChecked, ...values }: ReadPayee & { howChecked: string },
  asksHow: boolean,
): PayeeChange {
  const { name, accountName, accountNumber, bank } = values;
  const isMoved = accountNumber !== start.accountNumber || bank !== start.bank;
  return {
    ...before,
    ...(name !== start.name && { name }),
    ...(accountName !== start.accountName && { accountName }),
    ...(accountNumber !== start.accountNumber && { accountNumber }),
    ...(bank !== null && bank !== start.bank && { bank: { code: bank.code, name: bank.name } }),
    ...(isMoved && { confirmCheckDigit: undefined }),
    ...(asksHow && howChecked.trim() !== "" && { howChecked }),
  };
}
