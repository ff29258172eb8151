import type { Amount } from "#lib/money/money";

/**
 * The sandbox is the whole offramp service of the interface document, for a start without a key, and for tests.
 * Where the document says "not shown" the sandbox had to choose. Every choice stands here.
 *
 * 2.1, 2.3 Requests. Strict: an unknown field is refused, and `null` is no way to leave a field out. `toCurrency` is
 *   called required and has a default: left out, it is NGN. Only NGN, NG and BANK are paid out. `fromCurrency` and
 *   `network`, and `asset`, must be exactly a row of the asset table. A callback URL is http or https, without
 *   user name, password or fragment, at most 2,048 characters.
 * 2.2 Further fields of a transfer: `status`, `amount`, `fromCurrency`, `network`, `createdAt`. Each call makes a new
 *   transfer, with an address that was never given before. No page reads a transfer's status.
 * 2.4 Quote. The fee is in the token: 0.5 % of the amount, at least 0.1, rounded to six decimals or the token's fewer.
 *   `output_amount` is (amount - fee) x rate, rounded half up to one kobo. The rate is fiat for one token. It follows
 *   two slow waves around 1,500, by less than 0.05 % in a minute. A quote is not kept and promises no time.
 * 4.4 Banks. NG, GH and KE have lists; another country answers 422. An empty `country` is refused, not the default.
 * 5 Keys. A key is issued by starting the sandbox with it, and never rotated. No key or a wrong one: 401. A business
 *   that is not active: 403 on all four endpoints; on `GET /me` with the business record beside the message.
 * 6 Callbacks. POST, JSON: `{ event: "transfer.<status>", data: { transactionId, status, amount, fromCurrency, network,
 *   address, occurredAt } }`, with `receivedAmount` beside `underpaid` (60 %) and `overpaid` (120 %). Unsigned. Any 2xx is a delivery. Anything else, a redirect too, is tried again after 2 s,
 *   10 s, 1 min, 5 min and 30 min, then given up. Callbacks wait in the store, so a restart loses none; one that was
 *   under way at a crash is sent a second time.
 * 3 States: awaiting_deposit, deposit_received, processing, completed, a few seconds apart, as if somebody had paid.
 * 7 Errors: `{ success: false, message, errors?: [{ field, message }] }` with 400 (not JSON), 401, 403, 404, 405, 413,
 *   415 (not application/json), 422 (a field; the message names it).
 * 8 Limits. Least amount: whatever leaves one kobo after the fee. Most: 15 digits before the point. No rate limit.
 *   A body has at most 64 kB.
 * * Chains. Each EVM and Tron network of the asset table has a chain of its own with a block each 2 s, read by JSON-RPC. A
 *   payment stands on it at most 8 s before the service reports the deposit. Nothing else sends there.
 *
 * Beyond the document stand the words and amounts of `scenarios.ts` and the paths of `control.ts`, both for tests and developers.
 */

export const maxBodyBytes = 64 * 1024;
/** Before the point. */
export const maxWholeDigits = 15;
/** Or the token's decimals, if fewer. */
export const feeDecimals = 6;
/** The share of the amount that is the fee. */
export const feeShare = "0.005" as Amount;
/** In tokens. */
export const leastFee = "0.1" as Amount;
export const fiatDecimals = 2;
/** Of the amount, by the status that says that another one arrived. */
export const arrivedShares: Record<string, Amount | undefined> = {
  underpaid: "0.6" as Amount,
  overpaid: "1.2" as Amount,
};

/** 2.5, without its status. */
export const business = {
  name: "Sandbox Trading Limited",
  type: "Limited liability company",
  website: "https://sandbox.example.com",
  owner: "Adaeze Okonkwo",
} as const;

/** Milliseconds before each step of a transfer; the last one repeats. The deposit leaves time to look at the address. */
export const stepDelaysMs: readonly number[] = [1_000, 30_000, 4_000, 4_000];
/** Milliseconds before each retry of a callback. */
export const retryDelaysMs: readonly number[] = [2_000, 10_000, 60_000, 300_000, 1_800_000];
/** For one attempt. */
export const callbackTimeoutMs = 5_000;
/** Callbacks under way at once, and callbacks waiting; any more are dropped. */
export const maxCallbacksAtOnce = 8;
export const maxWaitingCallbacks = 10_000;
/** The payer pays so long before the deposit is reported, or half of the wait before that if it is less. */
export const longestLeadMs = 8_000;
/** Of the sandbox's own chains. */
export const blockMs = 2_000;
/** A payment that a reorganisation drops was visible for so long. */
export const reorgAfterMs = 5_000;
/** More than a person watches, so that a test can go past what the dashboard takes. */
export const maxPaymentsOfTransfer = 1_000;
/** How long a scenario that never answers keeps the connection. */
export const holdMs = 120_000;
/** How long the slow scenario takes to answer. */
export const slowMs = 5_000;
