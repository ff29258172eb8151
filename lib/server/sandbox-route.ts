import "server-only";
import { isIPv4 } from "node:net";
import { apiKeyHeader } from "#lib/contract/offramp";
import { Problem } from "#lib/problem";
import { isLoopbackHost } from "#lib/public-host";
import { appendAudit } from "./audit";
import { type Actor, originOf } from "./auth/actor";
import { db } from "./db";
import { env } from "./env";
import { sandbox, serviceKey } from "./offramp";
import { inTransaction } from "./transaction";
import { findTransfer } from "./transfers";

/** Invariant: with a real key there is no sandbox behind this server; without one, its own key guards every path. */

const prefix = "/sandbox";

/** Serves the sandbox over HTTP under the running app, for who develops against the interface on this machine. */
export async function sandboxRoute(request: Request): Promise<Response> {
  if (!env().isSandbox || !isFromHere(request.headers)) return new Response(null, { status: 404 });
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const { method, headers, body } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return sandbox().fetch(new Request(url, init));
}

/**
 * Whether a request comes from this machine: its connection, as the door has seen it; whoever our own proxies sent it for;
 * and the name by which it asks, which a page from elsewhere cannot choose.
 */
function isFromHere(headers: Headers): boolean {
  const client = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  const asked = URL.parse(`http://${headers.get("host")}`)?.hostname ?? "";
  const isHere = [headers.get("x-connection-address"), client].every((address) => isLoopbackAddress(address));
  return isHere && isLoopbackHost(asked);
}

function isLoopbackAddress(address: string | null | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, "") ?? "";
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/** Sets a transfer's status at the sandbox, as a person of the service would. Throws `not_found` outside sandbox mode. */
export async function driveTransfer(id: string, status: string, actor: Actor): Promise<{ status: string }> {
  const { service } = env();
  const { id: ownId, transactionId } = await findTransfer(id);
  if (service.mode !== "sandbox" || transactionId === null) {
    throw new Problem("not_found", "The sandbox has no such transfer.");
  }
  const url = `http://sandbox.localhost/sandbox/transfers/${encodeURIComponent(transactionId)}/events`;
  const headers = { [apiKeyHeader]: serviceKey(), "content-type": "application/json" };
  const answer = await sandbox().fetch(
    new Request(url, { method: "POST", headers, body: JSON.stringify({ status }) }),
  );
  if (!answer.ok) throw new Problem("not_found", "The sandbox has no such transfer.");
  const ledger = await db();
  const act = { action: "sandbox_event" as const, recordId: ownId, detail: { status } };
  await inTransaction(ledger, (trx) => appendAudit(trx, { ...originOf(actor), ...act }));
  return { status };
}
