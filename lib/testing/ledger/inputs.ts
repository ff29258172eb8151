import type { Amount } from "#lib/money/money";

/** A transfer that every check of our API lets through. */
export const goodTransfer = {
  amount: "1250.50",
  asset: "base:usdc",
  bankCode: "000013",
  accountNumber: "0123456789",
  accountName: "ADEBAYO CHUKWU OKONKWO",
};

/** A request that the service takes for a transfer. */
export const goodInitiate = {
  amount: "1250.50" as Amount,
  fromCurrency: "USDC",
  network: "base",
  bankCode: "000013",
  toCurrency: "NGN",
  country: "NG",
  accountNumber: "0123456789",
  accountName: "ADÉBÁYỌ̀ O’Brien",
};
