import { type NextRequest, NextResponse } from "next/server";
import { isOwnHost } from "#lib/text/own-host";

/**
 * Sets the policy of a page, with a nonce of its own: only scripts that this server named run, and nothing is loaded
 * from, sent to, or framed by another origin. A host that is not ours gets no page (DNS rebinding). The other headers
 * stand in next.config.ts.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isOwnHost(request.headers.get("host"), process.env.APP_URL?.trim() || undefined))
    return new NextResponse("This is not the dashboard's host. Set APP_URL to where browsers reach it.\n", {
      status: 403,
    });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // The framework reads the nonce for its own scripts from here.
  headers.set("content-security-policy", policy);
  // Pages cannot see their own address; the sign-in leads back to it.
  headers.set("x-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * /api answers JSON and sets its own headers, and it is passed by for speed; /_next/static carries no markup; whoever
 * watches the server asks it by an address of its own.
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
