import type { Agent, Dispatcher } from "undici";
import { type EndpointForm, isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { DeliveryFault, SlackFault } from "#lib/features/telling/delivery-faults";
import { env } from "#lib/server/config/env";
import { ConnectionError } from "#lib/server/outgoing/connect";
import { isOfCertificate } from "#lib/server/outgoing/connection-words";
import { endOf } from "#lib/server/outgoing/floods";
import { chatFault } from "./chat-answer";
import { GuardError } from "./guard";
import { readRetryMs } from "./schedule";

/** Invariant: a try ends within 15 s, follows nothing, and keeps nothing of the answer but its status, and a word that we know. */

const wholeLimitMs = 15_000;
const mostRead = 64 * 1024;
const mostSaid = 4 * 1024;

/** How a try ended. `status` is null where there was no answer; `fault` names what else than the status was wrong. */
export type Answer = {
  status: number | null;
  fault: DeliveryFault | SlackFault | null;
  ms: number;
  /** What its `Retry-After` asks for; 0: nothing. */
  retryAfterMs: number;
};
/** As its endpoint's form has it. */
type Sent = { form: EndpointForm; headers: Record<string, string>; body: string };
export type Post = (url: URL, sent: Sent) => Promise<Answer>;

/** Never throws. */
export function postOver(agent: Agent, limitMs = wholeLimitMs): Post {
  return async (url, { form, headers, body }) => {
    const start = performance.now();
    const ms = () => Math.round(performance.now() - start);
    const { signal, onInfo, isLate } = endOf(limitMs);
    try {
      const { origin, pathname, search } = url;
      const answer = await agent.request({
        ...{ origin, path: pathname + search, method: "POST", body, signal, onInfo },
        headers: { ...ownHeaders(), ...headers },
        ...{ headersTimeout: limitMs, bodyTimeout: limitMs },
      });
      // What it says is not ours to keep. Read, so that the connection serves again; a long one closes it.
      if (isForSystems(form)) await answer.body.dump({ limit: mostRead, signal }).catch(() => undefined);
      const text = isForSystems(form) ? "" : await startOf(answer.body);
      const { fault, ...judged } = judge(answer);
      return { ...judged, fault: fault ?? chatFault(form, answer.statusCode, text), ms: ms() };
    } catch (error) {
      return { status: null, fault: isLate() ? "timeout" : faultOf(error), ms: ms(), retryAfterMs: 0 };
    }
  };
}

/** What Slack and Teams say is short. */
async function startOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostSaid) break;
    }
  } catch {
    // Broken off: what came until then is judged.
  }
  return Buffer.concat(chunks).toString();
}

function ownHeaders(): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": env().userAgent,
    "accept-encoding": "identity",
  };
}

function judge({ statusCode, headers }: Dispatcher.ResponseData): Omit<Answer, "ms"> {
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const asks = statusCode === 429 || statusCode === 503;
  const asked = headers["retry-after"];
  return {
    status: statusCode,
    fault: isRedirect ? "redirect" : null,
    retryAfterMs: asks && typeof asked === "string" ? readRetryMs(asked, Date.now()) : 0,
  };
}

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof GuardError) return error.code;
  const code = String((error as { code?: unknown }).code ?? "");
  if (error instanceof ConnectionError && error.attempts.length === 0)
    return code === "ENOTFOUND" ? "not_found" : "name_unanswered";
  if (timeouts.includes(code)) return "timeout";
  return isOfCertificate(code) ? "untrusted" : "unreachable";
}

const timeouts = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"];
