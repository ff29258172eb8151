import { randomBytes } from "node:crypto";
import { newProbe } from "#lib/server/callbacks/callback-probe";
import { env } from "#lib/server/config/env";
import { hasAuthSecret } from "#lib/server/credentials/secret";
import { sendOverHttp } from "#lib/server/service/offramp-http";
import { answerMark } from "#lib/text/headers/answer-mark.mjs";
import { bad, type Finding, type Findings, ok, warn } from "./finding";
import { whyNot } from "./why-not";

/** Invariant: says that callbacks arrive only when this very dashboard has answered at its public address. */

const topic = "callbacks";

/** Whether a callback would reach this dashboard. Asks from this machine. */
export async function* checkReach(): Findings {
  const { appUrl, callbackBaseUrl } = env();
  if (callbackBaseUrl === undefined) {
    yield warn(
      topic,
      appUrl === undefined
        ? "APP_URL is not set, so the service can't send status updates. Set it to the dashboard's public https address."
        : `The service can't send status updates to ${appUrl}. Set APP_URL to the dashboard's public https address.`,
    );
    return;
  }
  if (!hasAuthSecret()) {
    yield warn(
      topic,
      "There is no AUTH_SECRET and no file auth-secret beside the database, so the doctor can't recognise this dashboard. The first start makes the file: start the dashboard, then run this again.",
    );
    return;
  }
  yield await probeFinding(callbackBaseUrl);
}

async function probeFinding(base: string): Promise<Finding> {
  const notReached = `${base} does not lead to this dashboard`;
  try {
    const known = await statusOf(base, newProbe());
    const unknown = await statusOf(base, randomBytes(32).toString("base64url"));
    // While new transfers are on hold, an unknown callback gets 503.
    if (known === 204 && (unknown === 404 || unknown === 503))
      return ok(topic, `${base} leads to this dashboard, asked from this machine.`);
    if (known === 404 && unknown === 404)
      return bad(
        topic,
        `${base} leads to a dashboard with another AUTH_SECRET. Check APP_URL and AUTH_SECRET.`,
      );
    if (known === 204)
      return bad(topic, `${notReached}: there every path is answered alike. Check APP_URL and the proxy.`);
    return bad(
      topic,
      `${notReached}: HTTP ${known} came from there. Check APP_URL, and that the proxy lets /api/callbacks through to it.`,
    );
  } catch (error) {
    return bad(
      topic,
      `${notReached}: no answer. ${whyNot(error)} Start the dashboard, and check the name, the certificate and the proxy.`,
    );
  }
}

async function statusOf(base: string, token: string): Promise<number> {
  return (await ask(base, "GET", token)).status;
}

function ask(base: string, method: Method, token = randomBytes(32).toString("base64url")) {
  return sendOverHttp({
    method,
    url: `${base}/api/callbacks/${token}`,
    headers: {},
    timeoutMs: env().serviceTimeoutMs,
    maxBytes: 65_536,
    isFreshConnection: true,
  });
}

/** All that our pages use. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

/** Whether each method reaches this dashboard at its address, from this machine: a firewall may let only some through. */
export async function* checkMethods(): Findings {
  const { appUrl } = env();
  if (appUrl === undefined) return;
  const refused: string[] = [];
  for (const method of methods) {
    const why = await refusalOf(appUrl, method);
    // Not even this one: it isn't there, which is no matter of methods.
    if (why !== undefined && method === "GET") return;
    if (why !== undefined) refused.push(`${method} (${why})`);
  }
  yield refused.length === 0
    ? ok("methods", `${listOf(methods)} reach the dashboard at ${appUrl}.`)
    : bad(
        "methods",
        `Something in front of ${appUrl} refused ${listOf(refused)}. Pages need ${listOf(methods)}: let them through in the firewall and the proxy.`,
      );
}

/** What came instead of the dashboard's own answer; any of those has its mark. */
async function refusalOf(base: string, method: Method): Promise<string | undefined> {
  try {
    const { status, headers } = await ask(base, method);
    return headers[answerMark.name] === answerMark.value ? undefined : `HTTP ${status}`;
  } catch {
    return "no answer";
  }
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
