import type { Bank, TransferInput } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { eachOwnText, type OwnTextName, ownTextNames } from "#lib/transfer/own-texts";

/** Text throughout. */
export type TransferForm = Record<OwnTextName, string> & {
  amount: string;
  /** What the recipient is to get, where the amount was found for that; else empty. */
  askedOutput: string;
  asset: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
};

/** Whose account is in the fields, and then can't be edited. */
export type ChosenPayee = Pick<Payee, "id" | "name" | "version" | "change">;

export type StartingPoint = TransferForm & {
  bank: Bank | null;
  payee: ChosenPayee | null;
  /** Our ID of the transfer that the new one replaces. */
  replaces: string | undefined;
};

/** In the order of the page; each value is the id of a control. */
export const fieldIds = {
  amount: "field-amount",
  askedOutput: "field-amount-payout",
  asset: "field-asset",
  bankCode: "field-bank",
  accountNumber: "field-account-number",
  accountName: "field-account-name",
  ...eachOwnText((_, name) => `field-${name}`),
} satisfies Record<keyof TransferForm, string>;

export const fieldNames = Object.keys(fieldIds) as (keyof TransferForm)[];

/** What is left empty counts as none. */
export function toTransferInput(
  values: TransferForm,
  replaces: string | undefined,
  bankName?: string | undefined,
  payee?: ChosenPayee | null,
): TransferInput {
  const { amount, asset, bankCode, accountNumber, accountName } = values;
  const filled = (["askedOutput", ...ownTextNames] as const).flatMap((name) => {
    const text = values[name].trim();
    return text === "" ? [] : [[name, text]];
  });
  return {
    ...{ amount, asset, bankCode, accountNumber, accountName },
    ...(bankName !== undefined && { bankName }),
    ...Object.fromEntries(filled),
    ...(payee && { payeeId: payee.id, payeeVersion: `${payee.version}` }),
    ...(replaces !== undefined && { replaces }),
  };
}
