/** A transfer that every check of our API lets through. */
export const goodTransfer = {
  amount: "1250.50",
  asset: "base:usdc",
  bankCode: "000013",
  accountNumber: "0123456789",
  accountName: "ADEBAYO CHUKWU OKONKWO",
};
