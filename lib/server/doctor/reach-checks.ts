import "server-only";
import { randomBytes } from "node:crypto";
import { newProbe } from "#lib/server/callbacks/callback-probe";
import { env } from "#lib/server/config/env";
import { hasAuthSecret } from "#lib/server/credentials/secret";
import { sendOverHttp } from "#lib/server/service/offramp-http";
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
      "There is no AUTH_SECRET and no file auth-secret beside the database, so the doctor can't recognise this dashboard. The first sign-in makes the file: sign in, then run this again.",
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
  const { status } = await sendOverHttp({
    method: "GET",
    url: `${base}/api/callbacks/${token}`,
    headers: {},
    timeoutMs: env().serviceTimeoutMs,
    maxBytes: 65_536,
    isFreshConnection: true,
  });
  return status;
}
