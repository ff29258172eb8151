import type { Bank, TransferInput } from "#lib/contract/api";

/** Text throughout. */
export type TransferForm = {
  amount: string;
  asset: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  reference: string;
  purpose: string;
  callbackUrl: string;
};

export type StartingPoint = TransferForm & {
  bank: Bank | null;
  /** Our ID of the transfer that the new one replaces. */
  replaces: string | undefined;
};

/** In the order of the page; each value is the id of a control. */
export const fieldIds = {
  amount: "field-amount",
  asset: "field-asset",
  bankCode: "field-bank",
  accountNumber: "field-account-number",
  accountName: "field-account-name",
  reference: "field-reference",
  purpose: "field-purpose",
  callbackUrl: "field-callback-url",
} as const satisfies Record<keyof TransferForm, string>;

export const fieldNames = Object.keys(fieldIds) as (keyof TransferForm)[];

/** What is left empty counts as none. */
export function toTransferInput(
  values: TransferForm,
  replaces: string | undefined,
  bankName?: string | undefined,
): TransferInput {
  const { callbackUrl, reference, purpose, ...rest } = values;
  const optional = { reference, purpose, callbackUrl };
  const filled = Object.entries(optional).flatMap(([name, text]) =>
    text.trim() === "" ? [] : [[name, text.trim()]],
  );
  return {
    ...rest,
    ...(bankName !== undefined && { bankName }),
    ...Object.fromEntries(filled),
    ...(replaces !== undefined && { replaces }),
  };
}
