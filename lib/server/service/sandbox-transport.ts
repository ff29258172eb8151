import type { Sandbox } from "#lib/sandbox/sandbox";
import { type ServiceAnswer, type ServiceRequest, TransportError } from "./offramp-http";

/** Invariant: calls the sandbox like a service on the network: a time limit, a size cap, and broken connections. */
export async function sendToSandbox(sandbox: Sandbox, request: ServiceRequest): Promise<ServiceAnswer> {
  const { method, url, headers, body, timeoutMs, maxBytes } = request;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TransportError("timeout", true, "")), timeoutMs);
  });
  try {
    return await Promise.race([
      answerOf(sandbox, new Request(url, { method, headers, body: body ?? null }), maxBytes),
      late,
    ]);
  } catch (error) {
    throw error instanceof TransportError
      ? error
      : new TransportError("unreachable", true, "", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf(sandbox: Sandbox, request: Request, maxBytes: number): Promise<ServiceAnswer> {
  const answer = await sandbox.fetch(request);
  const text = await answer.text();
  if (text.length > maxBytes) throw new TransportError("too_large", true, text.slice(0, maxBytes));
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text };
}
