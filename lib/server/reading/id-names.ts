/** Names of IDs and addresses, normalised. A request's own ID (`requestId`, `traceId`...) is none of them. */

/** `transactionId` in any spelling: the one name by which a callback names its transaction. */
export function isTransactionIdName(name: string): boolean {
  return name === "transactionid";
}

/** A name that says whose ID it is. */
export function isTransferIdName(name: string): boolean {
  return /^(?:transaction|txn?|transfer|payout|payment|paymentorder|order|offramp|withdrawal|disbursement)(?:id|uuid|ref|reference)$/.test(
    name,
  );
}

/** A name that says so only inside a transfer. */
export function isWeakIdName(name: string): boolean {
  return /^(?:id|uuid|ref|reference|referenceid)$/.test(name);
}

const addressName =
  /^(?:deposit|wallet|crypto|payment|pay|receiv(?:e|er|ing)|funding|blockchain|onchain|chain|to|destination|liquidation|evm|tron|solana|usdc|usdt)*address(?:es)?$/;

/** Where to send crypto. `plain`: `address` and `wallet`, which people have as well. */
export function addressNameOf(name: string): "certain" | "plain" | undefined {
  if (name === "address" || name === "addresses" || name === "wallet") return "plain";
  return addressName.test(name) || name === "depositwallet" ? "certain" : undefined;
}
