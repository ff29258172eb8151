import "server-only";
import { apiKeyHeader } from "#lib/contract/offramp";
import { Problem } from "#lib/problem";
import { appendAudit } from "./audit";
import { type Actor, originOf } from "./auth/actor";
import { judgeAgain } from "./auth/judge-again";
import { db } from "./db";
import { env } from "./env";
import { holdTransfer } from "./held-transfer";
import { sandbox } from "./offramp";
import { inTransaction } from "./transaction";

/** Invariant: with a real key there is no sandbox behind this server; without one, its own key guards every path. */

const prefix = "/sandbox";

/** Serves the sandbox over HTTP under the running app, for anyone who develops against the interface. */
export async function sandboxRoute(request: Request): Promise<Response> {
  if (!env().isSandbox) return new Response(null, { status: 404 });
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const { method, headers, body } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return sandbox().fetch(new Request(url, init));
}

/** Sets a transfer's status at the sandbox, as a person of the service would. Throws `not_found` outside sandbox mode. */
export async function driveTransfer(id: string, status: string, actor: Actor): Promise<{ status: string }> {
  const { service } = env();
  const ledger = await db();
  // Who drives, and what, is judged at once before; the sandbox calls back by itself, and no transaction waits for it.
  const { row } = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "drive");
    return holdTransfer(trx, id);
  });
  if (service.mode !== "sandbox" || row.transaction_id === null) {
    throw new Problem("not_found", "The sandbox has no such transfer.");
  }
  const url = `http://sandbox.localhost/sandbox/transfers/${encodeURIComponent(row.transaction_id)}/events`;
  const headers = { [apiKeyHeader]: service.apiKey, "content-type": "application/json" };
  const answer = await sandbox().fetch(
    new Request(url, { method: "POST", headers, body: JSON.stringify({ status }) }),
  );
  if (!answer.ok) throw new Problem("not_found", "The sandbox has no such transfer.");
  const act = { action: "sandbox_event" as const, recordId: row.id, detail: { status } };
  await inTransaction(ledger, (trx) => appendAudit(trx, { ...originOf(actor), ...act }));
  return { status };
}
