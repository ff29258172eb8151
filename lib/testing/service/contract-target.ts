import { expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { apiKeyHeader, endpoints, type Operation } from "#lib/contract/offramp";
import { tryReadJson } from "#lib/contract/wire";
import { openSandbox, type SandboxOptions } from "#lib/sandbox/sandbox";
import { serveSandbox } from "#lib/sandbox/serve";

/** An answer of the service under test; numbers of `json` keep their literal text. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown };
type CallOptions = {
  /** An object is sent as JSON, text as it is. */
  body?: unknown;
  query?: string;
  /** `null` sends no key. */
  key?: string | null;
  contentType?: string | null;
};
/** A running service under test. */
export type Service = {
  /** The sandbox says which field is at fault and how; of another service only the refusal is expected. */
  isSandbox: boolean;
  canInitiate: boolean;
  base: string;
  send: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  call: (operation: Operation, options?: CallOptions) => Promise<Answer>;
  close: () => Promise<void>;
};
export type Target = { name: string; open: (options?: Partial<SandboxOptions>) => Promise<Service> };

export const testKey = "contract-test-key";

/** The sandbox in process and over HTTP; with `CONTRACT_BASE_URL` and `CONTRACT_API_KEY`, that service instead. */
export const contractTargets: Target[] = readTargets();

/** A test that only the sandbox can satisfy; it stays out when another service is under test. */
export const sandboxTest = test.skipIf(process.env.CONTRACT_BASE_URL !== undefined);

function readTargets(): Target[] {
  const { CONTRACT_BASE_URL: baseUrl, CONTRACT_API_KEY: key, CONTRACT_INITIATE: initiate } = process.env;
  if (baseUrl !== undefined && key !== undefined) {
    const base = baseUrl.replace(/\/+$/, "");
    const real = {
      isSandbox: false,
      canInitiate: initiate === "true",
      key,
      base,
      fetch,
      close: async () => {},
    };
    return [{ name: "the service of CONTRACT_BASE_URL", open: async () => service(real) }];
  }
  return [
    { name: "the sandbox in process", open: openInProcess },
    { name: "the sandbox over HTTP", open: openOverHttp },
  ];
}

const common = { isSandbox: true, canInitiate: true, key: testKey };
const options = { databaseFile: ":memory:", apiKey: testKey, assets: sandboxAssets };

/** Opens the sandbox without a port. */
export async function openInProcess(more: Partial<SandboxOptions> = {}): Promise<Service> {
  const sandbox = openSandbox({ ...options, ...more });
  return service({
    ...common,
    base: "http://sandbox.test",
    fetch: sandbox.fetch,
    close: async () => sandbox.close(),
  });
}

/** Opens the sandbox on a port of its own. */
export async function openOverHttp(more: Partial<SandboxOptions> = {}): Promise<Service> {
  const sandbox = openSandbox({ ...options, ...more });
  const server = await serveSandbox(sandbox, 0);
  const close = async () => {
    await server.close();
    sandbox.close();
  };
  return service({ ...common, base: server.baseUrl, fetch, close });
}

type Transport = Pick<Service, "isSandbox" | "canInitiate" | "close"> & {
  key: string;
  base: string;
  fetch: (request: Request) => Promise<Response>;
};

function service(transport: Transport): Service {
  const send: Service["send"] = async (method, path, { body, query = "", key, contentType } = {}) => {
    const headers = new Headers();
    if (key !== null) headers.set(apiKeyHeader, key ?? transport.key);
    const type = contentType === undefined && body !== undefined ? "application/json" : contentType;
    if (type) headers.set("content-type", type);
    const sent = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    const request = new Request(`${transport.base}${path}${query}`, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body: sent ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const response = await transport.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: tryReadJson(text) };
  };
  return {
    ...transport,
    send,
    call: (operation, callOptions) =>
      send(endpoints[operation].method, endpoints[operation].path, callOptions),
  };
}

/** A transfer that is accepted, save for what a test changes; `CONTRACT_TRANSFER` (JSON) changes it for a real service. */
export function transferBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const configured = JSON.parse(process.env.CONTRACT_TRANSFER ?? "{}") as Record<string, unknown>;
  return {
    amount: 250.5,
    fromCurrency: "USDC",
    network: "base",
    bankCode: "000013",
    toCurrency: "NGN",
    country: "NG",
    accountNumber: "0123456789",
    accountName: "Chidinma Eze",
    ...configured,
    ...changes,
  };
}

/** Expects a refusal; from the sandbox one of exactly these fields, each with a sentence. */
export function expectFieldRefusal(service: Service, answer: Answer, ...fields: string[]): void {
  expectRefusal(answer);
  if (!service.isSandbox) return;
  const { message, errors } = answer.json as {
    message: string;
    errors: { field: string; message: string }[];
  };
  expect(answer.status, answer.text).toBe(422);
  expect(errors.map(({ field }) => field).sort(), answer.text).toEqual([...fields].sort());
  for (const field of fields) expect(message).toContain(field);
  for (const error of errors) expect(error.message).not.toBe("");
}

/** Expects that the service said no, however it says it. */
export function expectRefusal({ status, json, text }: Answer): void {
  const isRefused = status >= 400 || (json as { success?: unknown } | undefined)?.success === false;
  expect(isRefused, `${status} ${text}`).toBe(true);
  expect(status, text).toBeLessThan(500);
}
