import type { Amount } from "#lib/money/money";

/**
 * The words that make the sandbox misbehave, for tests and for developers. Send a transfer whose `accountName` is one of
 * them, in any case. Any other name is a transfer that goes well.
 *
 * A fault spoils the answer to initiate. Some fail before a transfer is created, some after: the caller cannot tell.
 * A plan is the statuses that a transfer goes through when its answer was good, and what its network's chain shows of it:
 * unless a payment says otherwise, the whole amount, or what an underpaid or overpaid deposit reports. With a share of the
 * payout, it says how much was paid out.
 */
type Scenario =
  | { kind: "fault"; fault: FaultName; creates: boolean; text: string }
  | { kind: "plan"; plan: readonly string[]; text: string; payment?: Payment; payout?: Amount };

/** What the payer sends, in shares of the amount. */
export type Payment = {
  parts: readonly Amount[];
  /** All parts in one transaction, not in one each. */
  isOneTransaction?: boolean;
  isOtherToken?: boolean;
  /** Seen, dropped by a reorganisation, and in a later block again. */
  isReorganised?: boolean;
  /** The status before which it is sent; else the first one that reports a deposit. */
  before?: string;
};

/** `wrong_address` and others that need a transfer are for initiate alone. */
export const faultNames = [
  "refused",
  "refused_with_200",
  "rate_limited",
  "key_rejected",
  "error",
  "error_html",
  "html",
  "empty",
  "not_json",
  "redirect",
  "timeout",
  "slow",
  "cut",
  "half_answer",
  "missing_address",
  "missing_id",
  "wrong_network_address",
  "broken_address",
] as const;
export type FaultName = (typeof faultNames)[number];

const fault = (name: FaultName, creates: boolean, text: string): Scenario => ({
  kind: "fault",
  fault: name,
  creates,
  text,
});
const plan = (text: string, ...statuses: string[]) => ({ kind: "plan" as const, plan: statuses, text });

const paying = (payment: Payment, text: string, ...statuses: string[]): Scenario => ({
  ...plan(text, ...statuses),
  payment,
});
const [whole, sixty, forty] = ["1", "0.6", "0.4"] as [Amount, Amount, Amount];

const arrived = ["awaiting_deposit", "deposit_received"];
export const usualPlan: readonly string[] = [...arrived, "processing", "completed"];

const payingOut = (share: string, text: string): Scenario => ({
  ...plan(text, ...usualPlan),
  payout: share as Amount,
});

/** By account name. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({
    "SANDBOX REFUSED": fault("refused", false, "422 with a message; nothing is created"),
    "SANDBOX REFUSED WITH 200": fault(
      "refused_with_200",
      false,
      "200 with success false; nothing is created",
    ),
    "SANDBOX RATE LIMITED": fault("rate_limited", false, "429 with Retry-After; nothing is created"),
    "SANDBOX KEY REJECTED": fault("key_rejected", false, "401; nothing is created"),
    "SANDBOX ERROR BEFORE": fault("error", false, "500; nothing is created"),
    "SANDBOX ERROR AFTER": fault("error", true, "500, and the transfer is created"),
    "SANDBOX ERROR HTML": fault("error_html", true, "502 with an HTML page, and the transfer is created"),
    "SANDBOX HTML": fault("html", true, "200 with an HTML page, and the transfer is created"),
    "SANDBOX EMPTY": fault("empty", true, "200 with no body, and the transfer is created"),
    "SANDBOX NOT JSON": fault("not_json", true, "200 with half of the JSON, and the transfer is created"),
    "SANDBOX REDIRECT": fault("redirect", false, "307 to another host; nothing is created"),
    "SANDBOX TIMEOUT BEFORE": fault("timeout", false, "never answers; nothing is created"),
    "SANDBOX TIMEOUT AFTER": fault("timeout", true, "never answers, and the transfer is created"),
    "SANDBOX SLOW": fault("slow", true, "answers well, after five seconds"),
    "SANDBOX CUT BEFORE": fault("cut", false, "closes the connection; nothing is created"),
    "SANDBOX CUT AFTER": fault("cut", true, "closes the connection, and the transfer is created"),
    "SANDBOX HALF ANSWER": fault("half_answer", true, "closes the connection within the answer; created"),
    "SANDBOX MISSING ADDRESS": fault(
      "missing_address",
      true,
      "200 without address, and the transfer is created",
    ),
    "SANDBOX MISSING ID": fault("missing_id", true, "200 without transactionId, and the transfer is created"),
    "SANDBOX WRONG NETWORK": fault("wrong_network_address", true, "an address of another network family"),
    "SANDBOX BROKEN ADDRESS": fault("broken_address", true, "an address with one character changed"),
    "SANDBOX SILENT": plan("no callback ever"),
    "SANDBOX WAITS": plan("awaiting_deposit and no more, until it is driven by hand", "awaiting_deposit"),
    "SANDBOX FAILS": plan("fails after the deposit", ...arrived, "processing", "failed"),
    "SANDBOX PAYS LESS": payingOut("0.98", "pays out 2 % less than it quoted, and says so"),
    "SANDBOX PAYS HALF": payingOut("0.5", "pays out half of what it quoted, and says so"),
    "SANDBOX REVERSED": plan("completed, then reversed", ...usualPlan, "reversed"),
    "SANDBOX REFUNDED": plan("fails, then refunded", ...arrived, "failed", "refunding", "refunded"),
    "SANDBOX EXPIRES": plan("no deposit comes", "awaiting_deposit", "expired"),
    "SANDBOX LATE DEPOSIT": plan("expires, then the deposit comes", "expired", ...usualPlan.slice(1)),
    "SANDBOX SHORT": plan("60 % of the amount arrives", "awaiting_deposit", "underpaid"),
    "SANDBOX OVER": plan("120 % of the amount arrives", "awaiting_deposit", "overpaid"),
    "SANDBOX LATE": plan("the deposit comes late", "awaiting_deposit", "paid_late"),
    "SANDBOX TWO PARTS": paying(
      { parts: [sixty, forty] },
      "60 % and 40 % arrive in two transactions",
      ...usualPlan,
    ),
    "SANDBOX TWO IN ONE": paying(
      { parts: [sixty, forty], isOneTransaction: true },
      "60 % and 40 % arrive in one transaction",
      ...usualPlan,
    ),
    "SANDBOX WRONG TOKEN": paying(
      { parts: [whole], isOtherToken: true, before: "expired" },
      "another token arrives, and the transfer expires",
      "awaiting_deposit",
      "expired",
    ),
    "SANDBOX REORG": paying(
      { parts: [whole], isReorganised: true },
      "the chain shows the deposit, drops it after five seconds, and shows it again",
      ...usualPlan,
    ),
    "SANDBOX CHAIN SILENT": paying(
      { parts: [] },
      "every status is reported, and the chain shows no deposit",
      ...usualPlan,
    ),
    "SANDBOX ON HOLD": plan("stops for a review", ...arrived, "in_review"),
    "SANDBOX CONFLICT": plan("completed and failed", ...usualPlan, "failed"),
    "SANDBOX SHUFFLED": plan("every status, out of order", "completed", "processing", ...arrived),
    "SANDBOX REPEATED": plan("every status twice", ...usualPlan.flatMap((status) => [status, status])),
    "SANDBOX UNKNOWN WORD": plan("a status that nobody knows", "awaiting_deposit", "quantum_settled"),
  } satisfies Record<string, Scenario>),
);

/** By an account name that is a scenario's, or that goes on after it, so that many payees can play one. */
export function findScenario(accountName: string): Scenario | undefined {
  const words = accountName.trim().toUpperCase().split(/\s+/);
  for (let count = words.length; count > 1; count--) {
    const scenario = scenarios.get(words.slice(0, count).join(" "));
    if (scenario !== undefined) return scenario;
  }
  return undefined;
}

export type OddQuote =
  | "hundredfold"
  | "in_tokens"
  | "inverted"
  | "doubled"
  | "endless"
  | "rising"
  | "long"
  | "wordy";

/** Amounts whose quote is odd: a quote has no account name to ask by. */
export const oddAmounts: ReadonlyMap<string, { odd: OddQuote; text: string }> = new Map([
  ["1313.01", { odd: "hundredfold", text: "the output is a hundred times too much" }],
  ["1313.02", { odd: "in_tokens", text: "the output is the amount in tokens" }],
  ["1313.03", { odd: "inverted", text: "the rate is the other way round" }],
  ["1313.04", { odd: "doubled", text: "rate and output are twice the usual" }],
  ["1313.05", { odd: "endless", text: "the output has more than 15 digits" }],
  ["1313.06", { odd: "rising", text: "5 % more, ten seconds after it was first asked for" }],
  ["1313.07", { odd: "long", text: "the rate has 30 more zeros" }],
  ["1313.08", { odd: "wordy", text: "the rate is a word: the quote is unusable" }],
]);

export function findOddAmount(amount: Amount): OddQuote | undefined {
  return oddAmounts.get(amount.replace(/(\.\d\d)0+$/, "$1"))?.odd;
}
