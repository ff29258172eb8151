import { type Context, Hono } from "hono";
import { LosslessNumber } from "lossless-json";
import type { AddressFamily } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { defaultCountry } from "#lib/asset/defaults";
import { endpoints, type Operation, QuoteRequest, TransferInitiationRequest } from "#lib/contract/offramp";
import { type Amount, readDecimal } from "#lib/money/money";
import type { BlockClock } from "#lib/sandbox/chain/blocks";
import type { Network } from "#lib/sandbox/chain/networks";
import type { Payer } from "#lib/sandbox/chain/payer";
import { addChain } from "#lib/sandbox/chain/serve-chain";
import { type Life, stepDelay } from "#lib/sandbox/life/life";
import type { Store } from "#lib/sandbox/life/store";
import { createTransfer, type StoredTransfer } from "#lib/sandbox/life/transfers";
import { answerJson, Refusal, refuseFields } from "./answer";
import { bankLists } from "./banks";
import { addControl } from "./control";
import { answerFault, ConnectionCut } from "./faults";
import { businessRecord, checkBusiness, checkKey } from "./key";
import { quoteFigures } from "./odd-quotes";
import { rateAt } from "./price";
import { readBody } from "./read-request";
import { checkQuote, checkTransfer } from "./rules";
import { type FaultName, findScenario, usualPlan } from "./scenarios";
import type { SandboxState } from "./state";

export type Parts = {
  store: Store;
  life: Life;
  payer: Payer;
  networks: ReadonlyMap<string, Network>;
  clock: BlockClock;
  state: SandboxState;
  apiKey: string;
  assets: readonly Asset[];
  now: () => number;
  stepDelaysMs: readonly number[];
  waitSlow: () => Promise<void>;
  waitLong: () => Promise<void>;
};

/** The four endpoints of section 4 and the control surface. */
export function openService(parts: Parts): Hono {
  const app = new Hono();
  addEndpoint(app, parts, "initiate", (context) => initiate(context, parts));
  addEndpoint(app, parts, "quote", (context) => quote(context, parts));
  addEndpoint(app, parts, "business", () =>
    answerJson({ message: "Business details retrieved successfully", business: businessRecord(parts.state) }),
  );
  addEndpoint(app, parts, "banks", (context) => banks(context));
  app.use("/sandbox/*", (context, next) => {
    checkKey(context.req.raw, parts.apiKey);
    return next();
  });
  addControl(app, parts);
  addChain(app, parts);
  app.notFound(() => new Refusal(404, "There is no such path.").toResponse());
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse();
    if (error instanceof ConnectionCut) throw error;
    return new Refusal(500, "Something failed in the sandbox.").toResponse();
  });
  return app;
}

function addEndpoint(
  app: Hono,
  parts: Parts,
  operation: Operation,
  handle: (context: Context) => Response | Promise<Response>,
): void {
  const { method, path } = endpoints[operation];
  app.on(method, path, async (context) => {
    checkKey(context.req.raw, parts.apiKey);
    checkBusiness(parts.state, { isRecordAsked: operation === "business" });
    const asked = operation === "initiate" ? undefined : parts.state.nextFaults[operation].shift();
    return asked === undefined ? handle(context) : spoil(parts, asked.fault, {});
  });
  app.all(path, () =>
    new Refusal(405, `This path takes ${method}.`, { headers: { allow: method } }).toResponse(),
  );
}

function spoil(
  { waitSlow, waitLong }: Parts,
  fault: FaultName,
  body: Record<string, unknown>,
  family: AddressFamily = "evm",
): Promise<Response> {
  return answerFault(fault, { body, family, waitSlow, waitLong });
}

/** 4.1. Every call makes a new transfer: the interface has no idempotency key. */
async function initiate(context: Context, parts: Parts): Promise<Response> {
  const request = await readBody(context.req.raw, TransferInitiationRequest);
  const token = checkTransfer(request, parts.assets, rateOf(parts));
  const asked = parts.state.nextFaults.initiate.shift();
  const scenario = asked ? { kind: "fault" as const, ...asked } : findScenario(request.accountName);
  if (scenario?.kind === "fault" && !scenario.creates)
    return spoil(parts, scenario.fault, {}, token.addressFamily);

  const plan = scenario?.kind === "plan" ? scenario.plan : usualPlan;
  const nowMs = parts.now();
  const stepDueMs = plan.length === 0 ? null : nowMs + stepDelay(parts.stepDelaysMs, 0);
  const transfer = createTransfer(parts.store, request, { token, plan, nowMs, stepDueMs });
  parts.life.wake();
  const body = initiated(transfer);
  return scenario?.kind === "fault"
    ? spoil(parts, scenario.fault, body, token.addressFamily)
    : answerJson(body);
}

function initiated(transfer: StoredTransfer): Record<string, unknown> {
  return {
    success: true,
    address: transfer.address,
    transactionId: transfer.transaction_id,
    status: transfer.status,
    amount: new LosslessNumber(transfer.amount),
    fromCurrency: transfer.from_currency,
    network: transfer.network,
    createdAt: new Date(transfer.created_ms).toISOString(),
  };
}

/** 4.2 */
async function quote(context: Context, parts: Parts): Promise<Response> {
  const request = await readBody(context.req.raw, QuoteRequest);
  const price = checkQuote(request, parts.assets, rateOf(parts));
  const figures = quoteFigures(price, request, { risen: parts.state.risen, nowMs: parts.now() });
  const quote = Object.entries(figures).map(([name, text]) => [name, numberOrText(text)]);
  return answerJson({ success: true, quote: Object.fromEntries(quote) });
}

/** Only an odd quote has a figure that is no number. */
function numberOrText(text: string): LosslessNumber | string {
  return readDecimal(text) === undefined ? text : new LosslessNumber(text);
}

function rateOf({ now, state }: Parts): (asset: string) => Amount {
  return (asset) => rateAt(asset, now(), state.rateShiftBasisPoints);
}

/** 4.4 A bare array. */
function banks(context: Context): Response {
  const [country = defaultCountry, ...more] = context.req.queries("country") ?? [];
  const list = more.length === 0 ? bankLists.get(country) : undefined;
  if (list === undefined) throw refuseFields([{ field: "country", message: "country is not supported" }]);
  return answerJson(list);
}
