import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AccountNumberField } from "#components/bank/account-number-field";
import { BankField } from "#components/bank/bank-field";
import type { FilledRecipient } from "#components/bank/load-bank-search";
import { RecipientPaste } from "#components/bank/recipient-paste";
import { Field } from "#components/form/field";
import { useFormFocus } from "#components/form/form-focus";
import { TextField } from "#components/form/text-field";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { defaultCountry } from "#lib/asset/defaults";
import { call } from "#lib/calls/call";
import type { Bank } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { detailOf, faultsOf } from "#lib/contract/problem";
import { HowChecked, isNameKnown } from "./how-checked";

type Start = { name: string; bank: Bank | null; accountNumber: string; accountName: string };
type Props = {
  start?: Start;
  /** Whose account is changed, and the version that is current; without it a payee is added. */
  changes?: { id: string; version: number };
  /** `isWaiting`: until a second person agrees. */
  onDone: (id: string, isWaiting: boolean) => void;
  onClose: () => void;
};

const blank: Start = { name: "", bank: null, accountNumber: "", accountName: "" };

/** Adds a payee, or changes one's account. The server judges each field. */
export function PayeeForm({ start = blank, changes, onDone, onClose }: Props) {
  const [values, setValues] = useState({ ...start, howChecked: "" });
  // A name that is known with another account is asked about once.
  const [isKnown, setIsKnown] = useState(false);
  const asksHow = changes !== undefined || isKnown;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => send(values, changes, asksHow),
    onError: (failure) => setIsKnown((before) => before || isNameKnown(failure)),
  });
  const faults = new Map(faultsOf(error).map(({ path, message }) => [path, message]));
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const form = useFormFocus(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    mutate(undefined, { onSuccess: ({ id, proposal }) => onDone(id, proposal !== null) });
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="space-y-4">
      {error !== null && faults.size === 0 && <NotSaved error={error} />}
      {changes === undefined && (
        <TextField
          label="Name"
          hint="What you call them. The service doesn’t get this name."
          error={faults.get("name")}
          value={values.name}
          onText={(name) => set({ name })}
        />
      )}
      <RecipientPaste country={defaultCountry} onRead={(read) => set(filledBy(read))}>
        <Field label="Bank" error={faults.get("bankCode")}>
          {(wiring) => (
            <BankField
              {...wiring}
              country={defaultCountry}
              bank={values.bank}
              onBank={(bank) => set({ bank })}
            />
          )}
        </Field>
        <div className="sm:max-w-56">
          <AccountNumberField
            digits={values.accountNumber}
            onDigits={(accountNumber) => set({ accountNumber })}
            bank={values.bank}
            error={faults.get("accountNumber")}
          />
        </div>
        <TextField
          label="Account name"
          hint="Exactly as the bank has it."
          error={faults.get("accountName")}
          value={values.accountName}
          autoComplete="off"
          onText={(accountName) => set({ accountName })}
        />
      </RecipientPaste>
      {asksHow && (
        <HowChecked
          value={values.howChecked}
          error={faults.get("howChecked")}
          onChange={(howChecked) => set({ howChecked })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Saving" : changes === undefined ? "Save the payee" : "Change the account"}
        </BusyButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What a text says of an account; the rest stays. */
function filledBy({ bank, accountNumber, accountName }: FilledRecipient<Bank>): Partial<Start> {
  return {
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bank !== undefined && { bank }),
    ...(accountName !== undefined && { accountName }),
  };
}

async function send(
  { name, bank, howChecked, accountNumber, accountName }: Start & { howChecked: string },
  changes: Props["changes"],
  asksHow: boolean,
): Promise<Payee> {
  const account = {
    bankCode: bank?.code ?? "",
    ...(bank !== null && { bankName: bank.name }),
    accountNumber,
    accountName,
  };
  if (changes === undefined) {
    const body = { name, ...account, ...(asksHow && { howChecked }) };
    return (await call("POST /api/payees", { body })).body;
  }
  const { id, version } = changes;
  const body = { after: `${version}`, ...account, howChecked };
  return (await call("POST /api/payees/[id]/versions", { params: { id }, body })).body;
}

function NotSaved({ error }: { error: Error }) {
  return (
    <div tabIndex={-1} className="rounded-lg outline-none" role="alert">
      <Notice
        kind={isNameKnown(error) ? "warn" : "fail"}
        title={isNameKnown(error) ? error.title : "Not saved"}
      >
        {detailOf(error)}
      </Notice>
    </div>
  );
}
