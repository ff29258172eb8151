import { useState } from "react";
import { BankField } from "#components/bank-field";
import { Disclosure } from "#components/ui/disclosure";
import { Field } from "#components/ui/field";
import { Input } from "#components/ui/input";
import type { Bank } from "#lib/contract/api";
import { defaultCountry } from "#lib/contract/defaults";
import { AccountNumberField } from "./account-number-field";
import { fieldIds, type TransferForm } from "./transfer-form";
import type { TransferFields } from "./use-transfer-form";

type Props = {
  form: TransferFields;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
};

/** Bank, account number and name, and where status updates go. */
export function RecipientFields({ form: { values, faults, fill, ...form }, bank, onBank }: Props) {
  const [hasOwnUrl, setHasOwnUrl] = useState(values.callbackUrl !== "");
  if (!hasOwnUrl && faults.callbackUrl !== undefined) setHasOwnUrl(true);
  const set = (name: keyof TransferForm) => (value: string) => fill(name, value);
  // An empty field that was only passed through is not yet a mistake.
  const judge = (name: keyof TransferForm) => () => {
    if (values[name] !== "") form.judge(name);
  };
  return (
    <div className="space-y-5">
      <Field id={fieldIds.bankCode} label="Bank" error={faults.bankCode}>
        {(wiring) => <BankField {...wiring} country={defaultCountry} bank={bank} onBank={onBank} />}
      </Field>
      <AccountNumberField
        id={fieldIds.accountNumber}
        digits={values.accountNumber}
        onDigits={set("accountNumber")}
        onBlur={judge("accountNumber")}
        bankCode={values.bankCode}
        error={faults.accountNumber}
      />
      <Field
        id={fieldIds.accountName}
        label="Account name"
        hint="Exactly as the bank has it. This service does not look the name up."
        error={faults.accountName}
      >
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            spellCheck={false}
            value={values.accountName}
            onChange={({ target }) => set("accountName")(target.value)}
            onBlur={judge("accountName")}
          />
        )}
      </Field>
      <Disclosure summary="Send status updates to a URL of your own" isOpen={hasOwnUrl}>
        <Field
          id={fieldIds.callbackUrl}
          label="Callback URL"
          isOptional
          hint="The service then sends this transfer’s updates there and not to this dashboard, which will not show them."
          error={faults.callbackUrl}
        >
          {(wiring) => (
            <Input
              {...wiring}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/updates"
              value={values.callbackUrl}
              onChange={({ target }) => set("callbackUrl")(target.value)}
              onBlur={judge("callbackUrl")}
            />
          )}
        </Field>
      </Disclosure>
    </div>
  );
}
