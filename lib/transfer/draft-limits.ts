/** How long each text of a draft may be: longer than any that a transfer takes. */
export const draftLimits = {
  amount: 64,
  asset: 64,
  bankCode: 64,
  bankName: 300,
  accountNumber: 64,
  accountName: 300,
  reference: 200,
  purpose: 300,
  callbackUrl: 2_048,
} as const;
