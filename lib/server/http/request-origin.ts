import "server-only";
import { Problem } from "#lib/contract/problem";
import { env } from "#lib/server/config/env";
import { isOwnHost } from "#lib/text/own-host";
import type { ApiRequest } from "./answer";

/**
 * Invariant: a request counts only under a host name that is the dashboard's, and one that changes something only from a
 * page of the dashboard itself. A request without an origin comes from a program, which carries no cookie by accident.
 */
/** Throws `forbidden_origin` for a request that another site has made. */
export function refuseForeignOrigin(request: ApiRequest): void {
  // Reads as well: a page of a name that was pointed here (DNS rebinding) reads what its own origin answers.
  if (!isOwnHost(request.headers.get("host"), env().appUrl))
    throw new Problem(
      "forbidden_origin",
      "The request names another host than this dashboard's. Set APP_URL to where browsers reach it.",
    );
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  const referer = request.headers.get("referer");
  const site = request.headers.get("sec-fetch-site");
  const own = env().appUrl ?? `${new URL(request.url).protocol}//${request.headers.get("host")}`;
  // Our own pages send no referrer; a browser that names a page and no origin is an old one.
  const from = origin ?? (referer === null ? own : originOf(referer));
  const isForeign = from !== own || site === "cross-site" || site === "same-site";
  if (isForeign)
    throw new Problem(
      "forbidden_origin",
      "Only this dashboard's own pages may send requests that change something.",
    );
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "null");
