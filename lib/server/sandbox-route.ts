import "server-only";
import { env } from "./env";
import { sandbox } from "./offramp";

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
