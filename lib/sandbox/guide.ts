import { apiKeyHeader, endpoints } from "#lib/contract/offramp";
import { oddAmounts, scenarios } from "./scenarios";

/** What the sandbox prints at its start: the address, a call of each endpoint, the scenarios. */
export function sandboxGuide(
  baseUrl: string,
  { apiKey, businessStatus, databaseFile }: { apiKey: string; businessStatus: string; databaseFile: string },
): string {
  const key = `-H '${apiKeyHeader}: ${apiKey.replaceAll("'", `'\\''`)}'`;
  const json = "-H 'content-type: application/json'";
  const transfer = {
    amount: 250.5,
    fromCurrency: "USDC",
    network: "base",
    bankCode: "000013",
    toCurrency: "NGN",
    accountNumber: "0123456789",
    accountName: "Chidinma Eze",
  };
  return [
    "The sandbox offramp service. Nothing here is real: no key opens its addresses. Send no crypto to them.",
    "",
    `  OFFRAMP base URL   ${baseUrl}`,
    `  Business status    ${businessStatus}`,
    `  Store              ${databaseFile}`,
    "",
    "The four endpoints:",
    `  curl ${key} ${baseUrl}${endpoints.business.path}`,
    `  curl ${key} '${baseUrl}${endpoints.banks.path}?country=NG'`,
    `  curl ${key} ${json} -d '{"amount":250.5,"asset":"base:usdc"}' ${baseUrl}${endpoints.quote.path}`,
    `  curl ${key} ${json} -d '${JSON.stringify(transfer)}' ${baseUrl}${endpoints.initiate.path}`,
    "",
    "Drive a transfer by hand, pay a part of it, see all of them, and change the business or the rate:",
    `  curl ${key} ${json} -d '{"status":"completed"}' ${baseUrl}/sandbox/transfers/TRANSACTION_ID/events`,
    `  curl ${key} ${json} -d '{"share":"0.6"}' ${baseUrl}/sandbox/transfers/TRANSACTION_ID/payments`,
    `  curl ${key} ${baseUrl}/sandbox/transfers`,
    `  curl ${key} ${json} -d '{"businessStatus":"suspended","rateShiftBasisPoints":"150"}' ${baseUrl}/sandbox/settings`,
    `  curl ${key} ${json} -d '{"operation":"quote","fault":"error"}' ${baseUrl}/sandbox/faults`,
    "",
    "Read the chain of a network, as a node of it answers (JSON-RPC; EVM and Tron):",
    `  curl ${key} ${json} -d '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' ${baseUrl}/sandbox/chain/base`,
    "",
    "An accountName that is one of these makes a transfer go wrong:",
    ...[...scenarios].map(([name, { text }]) => `  ${name.padEnd(24)} ${text}`),
    "",
    "An amount that is one of these has an odd quote:",
    ...[...oddAmounts].map(([amount, { text }]) => `  ${amount.padEnd(24)} ${text}`),
    "",
  ].join("\n");
}
