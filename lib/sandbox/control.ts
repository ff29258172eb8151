import type { Hono } from "hono";
import * as z from "zod/mini";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, readDecimal } from "#lib/money/money";
import type { Payer } from "#lib/sandbox/chain/payer";
import type { Life } from "#lib/sandbox/life/life";
import type { Store } from "#lib/sandbox/life/store";
import { findTransfer, listTransfers, type StoredTransfer } from "#lib/sandbox/life/transfers";
import { answerJson, Refusal } from "./answer";
import { readBody } from "./read-request";
import { faultNames } from "./scenarios";
import type { SandboxState } from "./state";

type Parts = {
  store: Store;
  life: Life;
  state: SandboxState;
  payer: Payer;
};

const listedTransfers = 100;

/** Any word, sent as it is. */
const TransferEventInput = z.strictObject({
  status: z
    .string("status must be a string")
    .check(z.minLength(1, "status is empty"), z.maxLength(64, "status is too long")),
});
const PaymentInput = z.strictObject({
  share: z._default(z.string('share must be text, such as "0.6"'), "1"),
  token: z.optional(z.literal("other", "token must be other, or left out")),
});
const mostShare = "100" as Amount;
const SettingsInput = z.strictObject({
  businessStatus: z.optional(z.string("businessStatus must be a string").check(z.maxLength(64))),
  rateShiftBasisPoints: z.optional(z.string("rateShiftBasisPoints must be text, such as 200")),
});
const FaultInput = z.strictObject({
  operation: z.enum(["initiate", "quote", "business", "banks"], "operation is not known"),
  fault: z.enum(faultNames, `fault must be one of ${faultNames.join(", ")}`),
  creates: z._default(z.boolean("creates must be true or false"), false),
});

/**
 * The control surface, for tests and developers; no part of the service's interface. Behind the same key, whatever the
 * status of the business.
 *
 * GET  /sandbox/transfers                               how many there are, and the newest 100
 * GET  /sandbox/transfers/{transactionId}               one, with its callbacks
 * POST /sandbox/transfers/{transactionId}/events        `{ status }`: sets the status and sends its callback
 * POST /sandbox/transfers/{transactionId}/payments      `{ share?, token? }`: pays this share of the amount on the chain
 * POST /sandbox/settings                                `{ businessStatus?, rateShiftBasisPoints? }`, until the next start
 * POST /sandbox/faults                                  `{ operation, fault, creates? }`: spoils the next answer of an endpoint
 */
export function addControl(app: Hono, { store, life, state, payer }: Parts): void {
  const found = (transactionId: string): StoredTransfer => {
    const transfer = findTransfer(store, transactionId);
    if (transfer === undefined) throw new Refusal(404, "There is no such transfer.");
    return transfer;
  };
  app.get("/sandbox/transfers", () => {
    const { total, newest } = listTransfers(store, listedTransfers);
    return answerJson({ total, transfers: newest.map(show) });
  });
  app.get("/sandbox/transfers/:transactionId", (context) => {
    const transfer = found(context.req.param("transactionId"));
    const callbacks = store
      .prepare("select body, tries, outcome, last_error from callbacks where transaction_id = ? order by id")
      .all(transfer.transaction_id);
    return answerJson({ ...show(transfer), callbacks });
  });
  app.post("/sandbox/transfers/:transactionId/events", async (context) => {
    const transfer = found(context.req.param("transactionId"));
    const { status } = await readBody(context.req.raw, TransferEventInput);
    const { isQueued } = life.setStatus(transfer, status);
    return answerJson({ transactionId: transfer.transaction_id, status, callback: isQueued }, 201);
  });
  app.post("/sandbox/transfers/:transactionId/payments", async (context) => {
    const transfer = found(context.req.param("transactionId"));
    const { share, token } = await readBody(context.req.raw, PaymentInput);
    const asked = { share: readShare(share), isOther: token === "other" };
    const paid = store.transaction(() => payer.pay(transfer, asked))();
    if (typeof paid === "string") throw new Refusal(422, `Nothing was paid: ${paid}.`);
    const { network } = transfer;
    return answerJson({ transactionId: transfer.transaction_id, network, ...paid }, 201);
  });
  app.post("/sandbox/settings", async (context) => {
    const input = await readBody(context.req.raw, SettingsInput);
    if (input.businessStatus !== undefined) state.businessStatus = input.businessStatus;
    if (input.rateShiftBasisPoints !== undefined)
      state.rateShiftBasisPoints = basisPoints(input.rateShiftBasisPoints);
    return answerJson({
      businessStatus: state.businessStatus,
      rateShiftBasisPoints: String(state.rateShiftBasisPoints),
    });
  });
  app.post("/sandbox/faults", async (context) => {
    const { operation, ...asked } = await readBody(context.req.raw, FaultInput);
    state.nextFaults[operation].push(asked);
    return answerJson({ operation, waiting: state.nextFaults[operation] }, 201);
  });
}

function readShare(text: string): Amount {
  const share = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? readDecimal(text) : undefined;
  if (
    share === undefined ||
    compareAmounts(share, "0" as Amount) <= 0 ||
    compareAmounts(share, mostShare) > 0
  )
    throw new Refusal(422, `share must be a decimal in quotes, above 0 and at most ${mostShare}`);
  return share;
}

function basisPoints(text: string): number {
  if (!/^-?\d{1,7}$/.test(text))
    throw new Refusal(422, "rateShiftBasisPoints must be a whole number in quotes, of at most 7 digits");
  return Number.parseInt(text, 10);
}

function show(transfer: StoredTransfer): Record<string, string | null> {
  return {
    transactionId: transfer.transaction_id,
    address: transfer.address,
    status: transfer.status,
    amount: transfer.amount,
    fromCurrency: transfer.from_currency,
    network: transfer.network,
    bankCode: transfer.bank_code,
    toCurrency: transfer.to_currency,
    country: transfer.country,
    accountNumber: transfer.account_number,
    accountName: transfer.account_name,
    callbackUrl: transfer.callback_url,
    createdAt: new Date(transfer.created_ms).toISOString(),
  };
}
