import { Problem } from "#lib/contract/problem";
import type { Refusal } from "#lib/transfer/refusal";
import { refusalAct } from "#lib/words/refusal-words";
import { type ServiceAnswer, TransportError, transportMessages } from "./offramp-http";
import { firewallInstead, pageOf, statusNamed } from "./page-instead";
import { refusalOf } from "./refusal-of";
import { serviceMessage } from "./service-message";

/** Why a call came to no answer: of whatever {@link send} throws. */
export function transportProblem(cause: unknown): Problem {
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

/** Why an answer with this status is none that can be used. */
export function statusProblem(answer: ServiceAnswer, body: unknown): Problem {
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
