import type { NextConfig } from "next";

/** On every answer; the policy with its nonce is set a page in proxy.ts. */
const headers = {
  // A file is what its type says: no guessing text into script.
  "x-content-type-options": "nosniff",
  // An address here can name a transfer: no other site learns it.
  "referrer-policy": "no-referrer",
  // A window opened by another site shares nothing with ours.
  "cross-origin-opener-policy": "same-origin",
  // No other site embeds our files.
  "cross-origin-resource-policy": "same-origin",
  // For browsers that do not read frame-ancestors.
  "x-frame-options": "DENY",
  // Nothing here needs a sensor, a camera or a payment handler.
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()",
  // No name is looked up that the page does not ask for.
  "x-dns-prefetch-control": "off",
  // Ignored over plain http; over https the browser never goes back to http.
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

const config: NextConfig = {
  // A wrong link is a type error.
  typedRoutes: true,
  // The framework's version is nobody's business.
  poweredByHeader: false,
  // No remote image is ever shown, and the optimiser is a door that nobody needs.
  images: { unoptimized: true },
  // Native, with worker files, or with optional parts: they are loaded by Node, not bundled.
  serverExternalPackages: ["libsql", "pg", "pino"],
  headers: async () => [
    { source: "/:path*", headers: Object.entries(headers).map(([key, value]) => ({ key, value })) },
  ],
  devIndicators: false,
  reactStrictMode: true,
};

export default config;
