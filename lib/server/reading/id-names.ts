import "server-only";
/** What ids and addresses are called, by names as they are compared. The names of a request's own id (`requestId`, `traceId`...) are none of them. */

/** `transactionId`, however it is written: the one name by which a callback claims to be of a transaction. */
export function isTransactionIdName(name: string): boolean {
  return name === "transactionid";
}

/** A name that says whose id it is. */
export function isTransferIdName(name: string): boolean {
  return /^(?:transaction|txn?|transfer|payout|payment|paymentorder|order|offramp|withdrawal|disbursement)(?:id|uuid|ref|reference)$/.test(
    name,
  );
}

/** A name that says so only where it stands inside of a transfer. */
export function isWeakIdName(name: string): boolean {
  return /^(?:id|uuid|ref|reference|referenceid)$/.test(name);
}

const addressName =
  /^(?:deposit|wallet|crypto|payment|pay|receiv(?:e|er|ing)|funding|blockchain|onchain|chain|to|destination|liquidation|evm|tron|solana|usdc|usdt)*address(?:es)?$/;

/** Where crypto would be sent to. `plain`: `address` and `wallet`, which people have as well. */
export function addressNameOf(name: string): "certain" | "plain" | undefined {
  if (name === "address" || name === "addresses" || name === "wallet") return "plain";
  return addressName.test(name) || name === "depositwallet" ? "certain" : undefined;
}
