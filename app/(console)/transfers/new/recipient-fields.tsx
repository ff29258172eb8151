import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { BankField } from "#components/bank-field";
import { Disclosure } from "#components/ui/disclosure";
import { Field } from "#components/ui/field";
import { Input } from "#components/ui/input";
import type { Bank } from "#lib/contract/api";
import { defaultCountry } from "#lib/contract/defaults";
import { AccountNumberField } from "./account-number-field";
import { fieldIds, type TransferForm } from "./transfer-form";

type Props = {
  form: UseFormReturn<TransferForm>;
  values: TransferForm;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
};

/** Bank, account number and name, and where status updates go. */
export function RecipientFields({ form, values, bank, onBank }: Props) {
  const { errors, isSubmitted } = form.formState;
  const [hasOwnUrl, setHasOwnUrl] = useState(values.callbackUrl !== "");
  if (!hasOwnUrl && errors.callbackUrl !== undefined) setHasOwnUrl(true);
  const set = (name: keyof TransferForm) => (value: string) =>
    form.setValue(name, value, {
      shouldDirty: true,
      shouldValidate: isSubmitted || errors[name] !== undefined,
    });
  // An empty field that was only passed through is not yet a mistake.
  const judge = (name: keyof TransferForm) => () => {
    if (form.getValues(name) !== "") void form.trigger(name);
  };
  return (
    <div className="space-y-5">
      <Field id={fieldIds.bankCode} label="Bank" error={errors.bankCode?.message}>
        {(wiring) => <BankField {...wiring} country={defaultCountry} bank={bank} onBank={onBank} />}
      </Field>
      <AccountNumberField
        id={fieldIds.accountNumber}
        digits={values.accountNumber}
        onDigits={set("accountNumber")}
        onBlur={judge("accountNumber")}
        bankCode={values.bankCode}
        error={errors.accountNumber?.message}
      />
      <Field
        id={fieldIds.accountName}
        label="Account name"
        hint="Exactly as the bank has it. This service does not look the name up."
        error={errors.accountName?.message}
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
          error={errors.callbackUrl?.message}
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
