import { Problem } from "#lib/contract/problem";
import { env } from "#lib/server/config/env";
import { isOwnHost } from "#lib/text/own-host";
import type { ApiRequest } from "./answer";

/**
 * Invariant: a request needs the dashboard's host name, and one that changes something a page of ours. Without an origin it
 * is a program's, which sends no cookie by accident.
 */
/** Throws `forbidden_origin`. */
export function refuseForeignOrigin(request: ApiRequest): void {
  // Reads too: DNS rebinding lets a foreign page read what its own origin answers.
  if (!isOwnHost(request.headers.get("host"), env().appUrl))
    throw new Problem(
      "forbidden_origin",
      "The request is for another host. Set APP_URL to the address that browsers use for this dashboard.",
    );
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  const referer = request.headers.get("referer");
  const site = request.headers.get("sec-fetch-site");
  const own = ownOrigin(request);
  // Our pages send no referrer; only an old browser names a page and no origin.
  const from = origin ?? (referer === null ? own : originOf(referer));
  const isForeign = from !== own || site === "cross-site" || site === "same-site";
  if (isForeign)
    throw new Problem("forbidden_origin", "Only this dashboard's own pages may change anything.");
}

/** Where browsers find this dashboard: APP_URL, or where this request was sent. */
export function ownOrigin(request: ApiRequest): string {
  return env().appUrl ?? `${new URL(request.url).protocol}//${request.headers.get("host")}`;
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "null");
