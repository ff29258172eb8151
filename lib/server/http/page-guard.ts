import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { env } from "#lib/server/config/env";
import type { Offered } from "#lib/server/config/offered";
import { isOwnHost } from "#lib/text/own-host";

/** The header in which a page finds its own path, for the way back after signing in. */
export const pathHeader = "x-path";
/**
 * The header that tells a page that no person asked for it: a link was loaded ahead, or a page draws itself again after
 * news. The framework keeps its own headers of that from pages.
 */
export const unaskedHeader = "x-unasked";
/** They set their own headers, or have no markup. */
const isData = /^\/((api|sandbox|_next\/static)\/|(healthz|readyz|metrics)$)/;
/**
 * A link whose `#` a mail scanner has written as `%23`: the browser reads the token behind it (lib/browser/link-token.ts). The
 * framework gets no token.
 */
const linkPage = /^(\/(?:welcome|setup))\/?%(?:25)*23/i;
/** What the framework's router adds to the address of a page. */
const ofRouter = "_rsc";

/**
 * Sets a page's content policy with its own nonce: only our scripts run, and nothing is loaded from, sent to, or framed by
 * another origin. Refuses foreign hosts (DNS rebinding). Returns false where it has answered.
 */
export const guardPage: NonNullable<Offered["guardPage"]> = (incoming, outgoing, guards) => {
  const { url = "/", headers } = incoming;
  // Of a client it would be taken for ours.
  for (const name of [pathHeader, unaskedHeader]) delete headers[name];
  // As the framework reads it: /api/../login is a page.
  const { pathname: asked, searchParams } = new URL(`http://dashboard.internal${url}`);
  if (isData.test(asked)) return true;
  const pathname = linkPage.exec(asked)?.[1] ?? asked;
  if (pathname !== asked) incoming.url = pathname;
  if (!isOwnHost(headers.host ?? null, env().appUrl)) {
    outgoing
      .writeHead(403, { ...guards, "content-type": "text/plain; charset=utf-8" })
      .end("This is not the dashboard's host. Set APP_URL to the address that browsers use.\n");
    return false;
  }
  const policy = policyOf(randomBytes(18).toString("base64"));
  // The framework reads the nonce from the request.
  headers["content-security-policy"] = policy;
  headers[pathHeader] = pathOf(pathname, searchParams);
  if (isUnasked(headers)) headers[unaskedHeader] = "1";
  outgoing.setHeader("content-security-policy", policy);
  return true;
};

function isUnasked(headers: IncomingHttpHeaders): boolean {
  const isAhead = ["next-router-prefetch", "next-router-segment-prefetch"].some((name) => name in headers);
  const isBrowserAhead = String(headers["sec-purpose"] ?? "").startsWith("prefetch");
  return isAhead || isBrowserAhead || isRefresh(headers["next-router-state-tree"]);
}

/** Of what the page has, the router then asks for everything again, from the root on. A link leaves the root as it is. */
function isRefresh(tree: string | string[] | undefined): boolean {
  try {
    const root: unknown = JSON.parse(decodeURIComponent(String(tree)));
    return Array.isArray(root) && root[3] === "refetch";
  } catch {
    return false;
  }
}

/** A payer's link is a secret, and leads to no sign-in. */
function pathOf(path: string, search: URLSearchParams): string {
  if (path.startsWith("/pay/")) return "/";
  search.delete(ofRouter);
  return search.size === 0 ? path : `${path}?${search}`;
}

function policyOf(nonce: string): string {
  const { isDevelopment } = env();
  const directives = {
    "default-src": "'none'",
    // The framework's development tools evaluate text; the production build does not.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    ...(isDevelopment
      ? {}
      : { "require-trusted-types-for": "'script'", "trusted-types": "default nextjs nextjs#bundler" }),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
