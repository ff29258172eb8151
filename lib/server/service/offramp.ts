import "server-only";
import { performance } from "node:perf_hooks";
import * as z from "zod/mini";
import {
  apiKeyHeader,
  BankEntry,
  BusinessDetailsResponse,
  endpoints,
  isRefusal,
  type Operation,
  QuoteRequest,
  QuoteResponse,
  TransferInitiationRequest,
} from "#lib/contract/offramp";
import { Problem, type ProblemCode } from "#lib/contract/problem";
import { tryReadJson, writeJson } from "#lib/contract/wire";
import { openSandbox, type Sandbox } from "#lib/sandbox/sandbox";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { countServiceCall, countServiceError } from "#lib/server/observe/metrics";
import { beginServiceSpan } from "#lib/server/observe/service-span";
import type { Refusal } from "#lib/transfer/refusal";
import { refusalAct } from "#lib/words/refusal-words";
import { callbackPath, tokenPattern } from "./callback-url";
import { hideKey } from "./hide-key";
import { brokenInitiate, type InitiateOutcome, readInitiate, transportMessages } from "./initiate-outcome";
import { type ServiceAnswer, sendOverHttp, type Transport, TransportError } from "./offramp-http";
import { firewallInstead, pageOf, statusNamed } from "./page-instead";
import { otherThanAsked, unusableFigures } from "./quote-figures";
import { refusalOf } from "./refusal-of";
import { sendToSandbox } from "./sandbox-transport";
import { serviceMessage } from "./service-message";

/** Invariant: the one place that has the key and speaks to the service. Initiate is sent once; reads are tried twice. */

const maxBytes: Record<Operation, number> = {
  initiate: 65_536,
  quote: 65_536,
  business: 65_536,
  banks: 1_048_576,
};

/** The real lists have a few hundred. */
const mostBanks = 5_000;

/** Opened on first use. */
export function sandbox(): Sandbox {
  return once("sandbox", () => {
    const { service, assets } = env();
    if (service.mode !== "sandbox") throw new Error("The sandbox does not run beside a real key.");
    return openSandbox({ ...service, assets, mayCall: isOwnCallback });
  });
}

/** Otherwise a transfer's callback URL could make the sandbox post to what only we can reach. */
function isOwnCallback({ origin, pathname, search }: URL): boolean {
  const own = URL.parse(env().callbackBaseUrl ?? "")?.origin;
  const token = pathname.startsWith(callbackPath) ? pathname.slice(callbackPath.length) : "";
  return origin === own && search === "" && tokenPattern.test(token);
}

export function serviceKey(): string {
  const { service } = env();
  return service.mode === "sandbox" ? sandbox().apiKey : service.apiKey;
}

/** 4.1. Sends once and never throws: whatever happens is an outcome. */
export async function initiate(request: TransferInitiationRequest): Promise<InitiateOutcome> {
  let answer: ServiceAnswer;
  try {
    answer = await send("initiate", {
      body: z.encode(TransferInitiationRequest, request),
      isFreshConnection: true,
    });
  } catch (error) {
    countServiceError("initiate", transportProblem(error).code);
    return brokenInitiate(error);
  }
  const outcome = readInitiate(answer);
  if (outcome.kind !== "accepted") countServiceError("initiate", codeOfFailed(answer, outcome));
  return outcome;
}

function codeOfFailed(answer: ServiceAnswer, { kind }: InitiateOutcome): ProblemCode {
  if (answer.status < 200 || answer.status > 299) return statusProblem(answer, tryReadJson(answer.text)).code;
  return kind === "rejected" ? "service_refused" : "unusable_answer";
}

/** 4.2. Throws {@link Problem}. */
export async function quote(request: QuoteRequest): Promise<QuoteResponse> {
  return read("quote", { body: z.encode(QuoteRequest, request) }, (body) => {
    if (isRefusal(body)) {
      throw new Problem(
        "service_refused",
        `The service returned no quote. It said: ${serviceMessage(body) ?? "nothing"}`,
      );
    }
    const parsed = QuoteResponse.safeParse(body);
    const other = parsed.success ? otherThanAsked(parsed.data, request) : undefined;
    if (parsed.success && other === undefined) return parsed.data;
    const why = parsed.success ? `: ${other}` : unusableFigures(body, parsed.error);
    const detail = `The service sent an unusable quote${why}. Nothing was created. Try again in a moment.`;
    throw new Problem("unusable_answer", detail, { cause: parsed.error });
  });
}

/** 4.3. Any status. Throws {@link Problem}. */
export async function business(): Promise<BusinessDetailsResponse> {
  const detail = "The server at this address doesn't answer like an offramp service. Check OFFRAMP_BASE_URL.";
  return read("business", {}, (body) => usable(BusinessDetailsResponse, body, detail));
}

/** 4.4. Counts and leaves out rows without a usable code and name. Throws {@link Problem}. */
export async function banks(country: string): Promise<{ banks: BankEntry[]; skipped: number }> {
  const rows = await read("banks", { query: `?country=${encodeURIComponent(country)}` }, (body) =>
    usable(z.array(z.unknown()), unwrapped(body), "The service's bank list cannot be read."),
  );
  const banks = rows.slice(0, mostBanks).flatMap((row) => {
    const entry = BankEntry.safeParse(row);
    return entry.success ? [entry.data] : [];
  });
  return { banks, skipped: rows.length - banks.length };
}

/** Services of the family also send the list as `{ banks }` or `{ data }`. */
function unwrapped(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return "banks" in body ? body.banks : "data" in body ? body.data : body;
}

function usable<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  detail: string,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem("unusable_answer", detail, { cause: parsed.error });
  return parsed.data;
}

type Call = { body?: unknown; query?: string; isFreshConnection?: boolean };

/** Sends a read, and again after a passing fault. Returns what `parse` returns. */
async function read<Result>(
  operation: Exclude<Operation, "initiate">,
  call: Call,
  parse: (body: unknown) => Result,
): Promise<Result> {
  const tryOnce = async () => {
    try {
      return parse(await readOnce(operation, call));
    } catch (error) {
      countServiceError(operation, error instanceof Problem ? error.code : "internal");
      throw error;
    }
  };
  try {
    return await tryOnce();
  } catch (error) {
    const mayPass =
      error instanceof Problem && (error.code === "service_unreachable" || error.code === "service_failed");
    if (!mayPass) throw error;
    return tryOnce();
  }
}

async function readOnce(operation: Operation, call: Call): Promise<unknown> {
  const answer = await send(operation, call).catch((error: unknown) => {
    throw transportProblem(error);
  });
  const body = tryReadJson(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    if (body === undefined) {
      const page = pageOf(answer);
      const what = page === undefined ? "" : ` It is ${page}.`;
      throw new Problem("unusable_answer", `The service's answer is not JSON.${what} Nothing was created.`);
    }
    return body;
  }
  // An inactive business' key may still get its record (section 7 leaves the answer open).
  if (operation === "business" && BusinessDetailsResponse.safeParse(body).success) return body;
  throw statusProblem(answer, body);
}

function transportProblem(cause: unknown): Problem {
  const reason = cause instanceof TransportError ? cause.reason : "unreachable";
  if (reason === "timeout")
    return new Problem(
      "service_timeout",
      "The service did not answer in time. Nothing was created. Try again in a moment.",
      { cause },
    );
  if (reason === "unreachable")
    return new Problem(
      "service_unreachable",
      "The offramp service cannot be reached. Nothing was created. Try again in a moment.",
      { cause },
    );
  return new Problem("unusable_answer", `${transportMessages[reason]} Nothing was created.`, { cause });
}

function statusProblem(answer: ServiceAnswer, body: unknown): Problem {
  const { status, text } = answer;
  const words = serviceMessage(body === undefined ? text : body);
  const said = words === undefined ? ` It answered with ${statusNamed(answer)}.` : ` It said: ${words}`;
  const firewall = firewallInstead(answer);
  const refusal = refusalOf(answer, body);
  if (firewall !== undefined)
    return new Problem("not_the_service", `${firewall} ${refusalAct(refusal)} Nothing was created.`);
  if (status >= 500) {
    const whose =
      pageOf(answer) === undefined ? "of the service" : "of the service, or of what stands before it";
    const detail = `This is a fault ${whose}. Nothing was created. Try again in a moment.`;
    return new Problem("service_failed", detail + said);
  }
  if (status >= 400) return refusedProblem(refusal, status, said);
  return new Problem(
    "unusable_answer",
    `The service answered with HTTP ${status}, a redirect, which was not followed. Check OFFRAMP_BASE_URL.`,
  );
}

/** The longest that a form waits before it asks again. */
const longestWaitSeconds = 60;

function refusedProblem(refusal: Refusal, status: number, said: string): Problem {
  const { retryAfterSeconds: seconds } = refusal;
  const act = refusalAct(refusal);
  switch (refusal.code) {
    case "key_rejected": {
      const what = status === 403 ? "The service does not allow this API key to do this. " : "";
      return new Problem("key_rejected", what + act + said);
    }
    case "business_inactive": {
      const what = "The service does not accept requests from this business now.";
      return new Problem("business_inactive", `${what} ${act}${said}`);
    }
    case "rate_limited":
      return new Problem("rate_limited", `Nothing was created. ${act}${said}`, {
        ...(seconds !== null && { retryAfterSeconds: Math.min(longestWaitSeconds, seconds) }),
      });
    default:
      return new Problem(
        "service_refused",
        `Nothing was created.${refusal.field === null ? "" : ` ${act}`}${said}`,
      );
  }
}

async function send(
  operation: Operation,
  { body, query = "", isFreshConnection = false }: Call,
): Promise<ServiceAnswer> {
  const { service, serviceTimeoutMs } = env();
  const { method, path } = endpoints[operation];
  const startedAt = performance.now();
  const transport: Transport =
    service.mode === "live" ? sendOverHttp : (request) => sendToSandbox(sandbox(), request);
  const base = service.mode === "live" ? service.baseUrl : "http://sandbox.localhost";
  const key = serviceKey();
  const endSpan = beginServiceSpan(operation);
  const record = (result: { status: number } | { failed: TransportError["reason"] }) => {
    const ms = performance.now() - startedAt;
    countServiceCall(operation, ms / 1000);
    endSpan("failed" in result ? result.failed : `${result.status}`);
    log().info({ operation, ms: Math.round(ms), ...result }, "service call");
  };
  try {
    const answer = await transport({
      method,
      url: base + path + query,
      headers: {
        [apiKeyHeader]: key,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : writeJson(body),
      timeoutMs: serviceTimeoutMs,
      maxBytes: maxBytes[operation],
      isFreshConnection,
    });
    record({ status: answer.status });
    // A service that echoes its request must not bring the key into a page, the ledger or a log.
    const hidden = (said = "") => hideKey(said, key);
    const headers = { ...answer.headers, server: hidden(answer.headers.server) };
    return { ...answer, headers, text: hidden(answer.text) };
  } catch (error) {
    record({ failed: error instanceof TransportError ? error.reason : "unreachable" });
    if (!(error instanceof TransportError)) throw error;
    const partial = hideKey(error.partial, key);
    throw new TransportError(error.reason, error.wasSent, partial, { cause: error.cause });
  }
}
