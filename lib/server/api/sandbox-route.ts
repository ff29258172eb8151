import { apiKeyHeader } from "#lib/contract/offramp";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { holdTransfer } from "#lib/server/ledger/held-transfer";
import { sandbox } from "#lib/server/service/own-sandbox";
import { readAddress } from "#lib/text/network.mjs";
import { isLoopbackHost } from "#lib/text/public-host";

/** Invariant: with a real key there is no sandbox behind this server; without one, its own key guards every path. */

const prefix = "/sandbox";

/** Serves the sandbox under the running app, for developers on this machine. */
export async function sandboxRoute(request: Request): Promise<Response> {
  if (!env().isSandbox || !isFromHere(request.headers)) return new Response(null, { status: 404 });
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const { method, headers, body } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return (await sandbox()).fetch(new Request(url, init));
}

/** Whether a request is from this machine, by its connection, our proxies' word, and a Host that no foreign page can set. */
function isFromHere(headers: Headers): boolean {
  const client = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  const asked = URL.parse(`http://${headers.get("host")}`)?.hostname ?? "";
  const isHere = [headers.get("x-connection-address"), client].every(
    (address) => readAddress(address ?? "")?.range() === "loopback",
  );
  return isHere && isLoopbackHost(asked);
}

/** What the payer does on the sandbox's chain. */
const payments: Record<string, { share?: string; token?: "other" }> = {
  pay_all: {},
  pay_short: { share: "0.6" },
  pay_over: { share: "1.2" },
  pay_other_token: { token: "other" },
};

/** Sets a status as the service would, or pays and returns the transaction. Throws `not_found` outside sandbox mode. */
export async function driveTransfer(
  id: string,
  status: string,
  actor: Actor,
): Promise<{ status: string; tx?: string }> {
  const { service } = env();
  const ledger = await db();
  // Judged before, since no transaction waits for the sandbox's callback.
  const { row } = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "drive");
    return holdTransfer(trx, id);
  });
  if (service.mode !== "sandbox" || row.transaction_id === null) {
    throw new Problem("not_found", "The sandbox has no such transfer.");
  }
  const payment = Object.hasOwn(payments, status) ? payments[status] : undefined;
  const path = payment === undefined ? "events" : "payments";
  const url = `http://sandbox.localhost/sandbox/transfers/${encodeURIComponent(row.transaction_id)}/${path}`;
  const own = await sandbox();
  const headers = { [apiKeyHeader]: own.apiKey, "content-type": "application/json" };
  const body = JSON.stringify(payment ?? { status });
  const answer = await own.fetch(new Request(url, { method: "POST", headers, body }));
  if (!answer.ok) throw new Problem("not_found", "The sandbox has no such transfer.");
  const act = { action: "sandbox_event" as const, recordId: row.id, detail: { status } };
  await inTransaction(ledger, (trx) => appendAudit(trx, { ...originOf(actor), ...act }));
  const { tx } = (await answer.json()) as { tx?: string };
  return { status, ...(tx !== undefined && { tx }) };
}
