import type { Refusal, RefusalField } from "#lib/transfer/refusal";

const fieldNames: Record<RefusalField, string> = {
  amount: "the amount",
  fromCurrency: "the token",
  network: "the network",
  bankCode: "the bank",
  toCurrency: "the payout currency",
  country: "the country",
  accountNumber: "the account number",
  accountName: "the account name",
  callbackUrl: "the callback URL",
};

/** What to do after a definite no, by its reason, one meaning wherever it is said. */
export function refusalAct({ code, retryAfterSeconds, field }: Refusal): string {
  switch (code) {
    case "key_rejected":
      return "Your admin must renew the key. No transfer can be created until then.";
    case "business_inactive":
      return "Ask the service what it needs. No transfer can be created until the business is active.";
    case "rate_limited":
      return retryAfterSeconds === null
        ? "It didn’t say for how long. Try again in a moment."
        : `Try again in ${waitWords(retryAfterSeconds)}.`;
    case "not_the_service":
      return "Your admin must ask the service to let this dashboard through.";
    case "not_reached":
      return "Try again in a moment. If this stays, your admin must check the connection to the service.";
    case "service_refused":
      return field === null
        ? "Correct what it names, or ask the service why."
        : `It refused ${fieldNames[field]}. Correct it and try again.`;
  }
}

/** `12 s`, `7 min`, `2 h`: never less than was asked for. */
export function waitWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
