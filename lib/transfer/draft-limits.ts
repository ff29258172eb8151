import { eachOwnText } from "./own-texts";

/** How long each text of a draft may be: longer than any that a transfer takes. */
export const draftLimits = {
  amount: 64,
  asset: 64,
  bankCode: 64,
  bankName: 300,
  accountNumber: 64,
  accountName: 300,
  ...eachOwnText(({ most }) => 2 * most + 100),
} as const;
