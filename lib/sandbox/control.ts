import type { Hono } from "hono";
import * as z from "zod/mini";
import type { Life } from "#lib/sandbox/life/life";
import type { Store } from "#lib/sandbox/life/store";
import { findTransfer, listTransfers, type StoredTransfer } from "#lib/sandbox/life/transfers";
import { answerJson, Refusal } from "./answer";
import { readBody } from "./read-request";
import { faultNames } from "./scenarios";
import type { SandboxState } from "./state";

const listedTransfers = 100;

/** Any word, sent as it is. */
const TransferEventInput = z.strictObject({
  status: z
    .string("status must be a string")
    .check(z.minLength(1, "status is empty"), z.maxLength(64, "status is too long")),
});
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
 * POST /sandbox/settings                                `{ businessStatus?, rateShiftBasisPoints? }`, until the next start
 * POST /sandbox/faults                                  `{ operation, fault, creates? }`: spoils the next answer of an endpoint
 */
export function addControl(app: Hono, store: Store, life: Life, state: SandboxState): void {
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

function basisPoints(text: string): number {
  if (!/^-?\d{1,4}$/.test(text))
    throw new Refusal(422, "rateShiftBasisPoints must be a whole number in quotes, of at most 4 digits");
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
