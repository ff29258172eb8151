import { type NextRequest, NextResponse } from "next/server";
import { isOwnHost } from "#lib/text/own-host";

/**
 * Sets a page's content policy with its own nonce: only our scripts run, and nothing is loaded from, sent
 * to, or framed by another origin. Refuses foreign hosts (DNS rebinding). next.config.ts has the other headers.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isOwnHost(request.headers.get("host"), process.env.APP_URL?.trim() || undefined))
    return new NextResponse(
      "This is not the dashboard's host. Set APP_URL to the address that browsers use.\n",
      {
        status: 403,
      },
    );
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // The framework reads the nonce from here.
  headers.set("content-security-policy", policy);
  const { pathname, search } = request.nextUrl;
  // Pages can't see their own address; the sign-in leads back to it. A payer's link is a secret, and leads to no sign-in.
  headers.set("x-path", pathname.startsWith("/pay/") ? "/" : `${pathname}${search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Skips /api, which sets its own headers and must be fast, /_next/static, which has no markup, and the monitors' addresses.
 */
export const config = {
  matcher: ["/((?!api/|sandbox/|_next/static/|healthz$|readyz$|metrics$).*)"],
};

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === "development";
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
