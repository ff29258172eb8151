import type { Bank, TransferInput } from "#lib/contract/api";

/** The fields that a person fills. Text throughout; the bank's name stands beside it. */
export type TransferForm = {
  amount: string;
  asset: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  callbackUrl: string;
};

/** What the form starts with: the address, or a transfer that is tried again. */
export type StartingPoint = TransferForm & {
  bank: Bank | null;
  /** Our ID of the transfer whose place the new one takes. */
  replaces: string | undefined;
};

/** The fields in the order of the page, each with the id of its control. */
export const fieldIds = {
  amount: "field-amount",
  asset: "field-asset",
  bankCode: "field-bank",
  accountNumber: "field-account-number",
  accountName: "field-account-name",
  callbackUrl: "field-callback-url",
} as const satisfies Record<keyof TransferForm, string>;

export const fieldNames = Object.keys(fieldIds) as (keyof TransferForm)[];

/** The content of a transfer as our API takes it; an empty callback URL is none. */
export function toTransferInput(
  values: TransferForm,
  replaces: string | undefined,
  bankName?: string | undefined,
): TransferInput {
  const { callbackUrl, ...rest } = values;
  const url = callbackUrl.trim();
  return {
    ...rest,
    ...(bankName !== undefined && { bankName }),
    ...(url !== "" && { callbackUrl: url }),
    ...(replaces !== undefined && { replaces }),
  };
}
