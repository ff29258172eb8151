import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FilledRecipient } from "#components/bank/load-bank-search";
import type { Bank } from "#lib/contract/api";
import type { PayeeAccount } from "#lib/contract/payees";
import type { Recipient } from "./recent-recipients";
import type { ChosenPayee, StartingPoint, TransferForm } from "./transfer-form";

/** The bank and the payee, which are no text and so no fields, and the ways of filling all of an account at once. */
export function useRecipient(form: UseFormReturn<TransferForm>, begun: StartingPoint) {
  const [bank, setBank] = useState(begun.bank);
  const [payee, setPayee] = useState(begun.payee);

  function chooseBank(chosen: Bank) {
    setBank(chosen);
    form.setValue("bankCode", chosen.code, { shouldValidate: true });
  }

  function clearBank() {
    setBank(null);
    form.setValue("bankCode", "");
  }

  function fill({ bank: chosen, accountNumber, accountName }: Recipient) {
    chooseBank(chosen);
    form.setValue("accountNumber", accountNumber, { shouldValidate: true });
    form.setValue("accountName", accountName, { shouldValidate: true });
  }

  function fillPasted({ bank: named, accountNumber, accountName }: FilledRecipient<Bank>) {
    if (named === null) clearBank();
    else if (named !== undefined) chooseBank({ code: named.code, name: named.name });
    if (accountNumber !== undefined) form.setValue("accountNumber", accountNumber, { shouldDirty: true });
    if (accountName !== undefined) form.setValue("accountName", accountName, { shouldDirty: true });
  }

  function choosePayee(chosen: ChosenPayee, { bankCode, bankName, ...account }: PayeeAccount) {
    fill({ ...account, bank: { code: bankCode, name: bankName } });
    setPayee(chosen);
  }

  /** An edited account is another one, so nothing of it stays. */
  function leavePayee() {
    clearBank();
    for (const name of ["accountNumber", "accountName"] as const) form.setValue(name, "");
    setPayee(null);
  }

  return { bank, payee, chooseBank, fill, fillPasted, choosePayee, leavePayee };
}
