import { type ComponentProps, Suspense, useRef, useState } from "react";
import { type FieldErrors, type UseFormReturn, useWatch } from "react-hook-form";
import { AccountNumberField } from "#components/bank/account-number-field";
import { BankField } from "#components/bank/bank-field";
import type { FilledRecipient } from "#components/bank/load-bank-search";
import { RecipientPaste } from "#components/bank/recipient-paste";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Disclosure } from "#components/ui/disclosure";
import { lazyPart } from "#components/ui/lazy-part";
import { defaultCountry } from "#lib/asset/defaults";
import { useEarlyText } from "#lib/browser/early-text";
import type { Bank } from "#lib/contract/api";
import { type OwnTextName, ownTexts } from "#lib/transfer/own-texts";
import { type ChosenPayee, fieldIds, type TransferForm } from "../transfer-form";

const SavedAccountOffer = lazyPart(() =>
  import("./saved-account-offer").then(({ SavedAccountOffer }) => SavedAccountOffer),
);

type Props = {
  form: UseFormReturn<TransferForm>;
  errors: FieldErrors<TransferForm>;
  /** The form was sent before, so every change is judged at once. */
  isSubmitted: boolean;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
  /** Fills in what a text says of an account. */
  onPasted: (read: FilledRecipient<Bank>) => void;
  /** Its account can't be edited. */
  payee: ChosenPayee | null;
};

export function RecipientFields({ form, errors, isSubmitted, bank, onBank, onPasted, payee }: Props) {
  const [hasPurpose, setHasPurpose] = useState(() => form.getValues("purpose") !== "");
  if (!hasPurpose && errors.purpose !== undefined) setHasPurpose(true);
  const partOf = (name: keyof TransferForm) => ({
    form,
    error: errors[name]?.message,
    isJudged: isSubmitted || errors[name] !== undefined,
  });
  return (
    <div className="space-y-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {payee === null && (
          <RecipientPaste country={defaultCountry} onRead={onPasted}>
            <Field id={fieldIds.bankCode} label="Bank" error={errors.bankCode?.message}>
              {(wiring) => <BankField {...wiring} country={defaultCountry} bank={bank} onBank={onBank} />}
            </Field>
            <AccountNumber {...partOf("accountNumber")} bank={bank} />
            <Field id={fieldIds.accountName} label="Account name" error={errors.accountName?.message}>
              {(wiring) => <TextLine {...wiring} {...partOf("accountName")} name="accountName" />}
            </Field>
            <SavedName form={form} bank={bank} />
          </RecipientPaste>
        )}
        <OwnText {...partOf("reference")} name="reference" />
      </div>
      <Disclosure summary="Add a purpose" isOpen={hasPurpose}>
        <OwnText {...partOf("purpose")} name="purpose" aside="on the payment advice" />
      </Disclosure>
    </div>
  );
}

type Part = {
  form: UseFormReturn<TransferForm>;
  error: string | undefined;
  isJudged: boolean;
};

/** For staff: the service never gets it. */
function OwnText({ aside, ...part }: Part & { name: OwnTextName; aside?: string }) {
  const { name, error } = part;
  return (
    <Field id={fieldIds[name]} label={ownTexts[name].label} isOptional aside={aside} error={error}>
      {(wiring) => <TextLine {...wiring} {...part} />}
    </Field>
  );
}

function AccountNumber({ form, error, isJudged, bank }: Part & { bank: Bank | null }) {
  const digits = useWatch({ control: form.control, name: "accountNumber" });
  return (
    <AccountNumberField
      id={fieldIds.accountNumber}
      digits={digits}
      onDigits={(value) => take(form, "accountNumber", value, isJudged)}
      onBlur={() => judge(form, "accountNumber")}
      bank={bank}
      error={error}
    />
  );
}

/** Where a payee has the account: looked for once the number is whole. */
function SavedName({ form, bank }: Pick<Props, "form" | "bank">) {
  const [accountNumber, asset] = useWatch({ control: form.control, name: ["accountNumber", "asset"] });
  if (bank === null || !/^\d{10}$/.test(accountNumber)) return null;
  return (
    <Suspense>
      <SavedAccountOffer
        form={form}
        asked={{ asset, bankCode: bank.code, bankName: bank.name, accountNumber }}
      />
    </Suspense>
  );
}

type LineProps = Part & { name: keyof TransferForm } & Omit<ComponentProps<typeof Input>, "form" | "name">;

function TextLine({ form, name, error: _error, isJudged, ...rest }: LineProps) {
  const input = useRef<HTMLInputElement>(null);
  const value = useWatch({ control: form.control, name });
  useEarlyText(input, value, (typed) => take(form, name, typed, isJudged));
  return (
    <Input
      {...rest}
      ref={input}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => take(form, name, target.value, isJudged)}
      onBlur={() => judge(form, name)}
    />
  );
}

function take(
  form: UseFormReturn<TransferForm>,
  name: keyof TransferForm,
  value: string,
  shouldValidate: boolean,
) {
  form.setValue(name, value, { shouldDirty: true, shouldValidate });
}

/** Passing through an empty field is not yet a mistake. */
function judge(form: UseFormReturn<TransferForm>, name: keyof TransferForm) {
  if (form.getValues(name) !== "") void form.trigger(name);
}
