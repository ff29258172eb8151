import { performance } from "node:perf_hooks";
import { apiKeyHeader, endpoints, type Operation } from "#lib/contract/offramp";
import { writeJson } from "#lib/contract/wire";
import { env } from "#lib/server/config/env";
import { log } from "#lib/server/observe/log";
import { countServiceCall } from "#lib/server/observe/metrics";
import { beginServiceSpan } from "#lib/server/observe/service-span";
import { hideKey } from "./hide-key";
import { type ServiceAnswer, sendOverHttp, type Transport, TransportError } from "./offramp-http";
import { sandbox } from "./own-sandbox";
import { sendToSandbox } from "./sandbox-transport";

/** Invariant: the one place that has the key and speaks to the service. */

const maxBytes: Record<Operation, number> = {
  initiate: 65_536,
  quote: 65_536,
  business: 65_536,
  banks: 1_048_576,
};

export type Call = { body?: unknown; query?: string; isFreshConnection?: boolean };

type Service = { base: string; key: string; transport: Transport };

function live({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Service {
  return { base: baseUrl, key: apiKey, transport: sendOverHttp };
}

async function played(): Promise<Service> {
  const own = await sandbox();
  const transport: Transport = (request) => sendToSandbox(own, request);
  return { base: "http://sandbox.localhost", key: own.apiKey, transport };
}

/** Throws {@link TransportError}. */
export async function send(
  operation: Operation,
  { body, query = "", isFreshConnection = false }: Call,
): Promise<ServiceAnswer> {
  const { service, serviceTimeoutMs } = env();
  const { method, path } = endpoints[operation];
  const startedAt = performance.now();
  const { base, key, transport } = service.mode === "live" ? live(service) : await played();
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
