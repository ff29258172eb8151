import type { NextConfig } from "next";
import { answerHeaders, policyOfData } from "./lib/front/answer-headers.mjs";

const list = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

const tracing = ["api", "exporter-trace-otlp-http", "resources", "sdk-trace-node"].map(
  (name) => `@opentelemetry/${name}`,
);

const config: NextConfig = {
  // What a server needs is traced into one folder; `npm run pack` makes a whole of it.
  output: "standalone",
  // A wrong link is a type error.
  typedRoutes: true,
  // The framework's version is nobody's business.
  poweredByHeader: false,
  // A page's title comes with its first bytes, and stays while it is drawn again.
  htmlLimitedBots: /.*/,
  // No remote image is ever shown, and the optimiser is a door that nobody needs.
  images: { unoptimized: true },
  // Native, with worker files, or with optional parts: they are loaded by Node, not bundled.
  serverExternalPackages: [
    "libsql",
    "pg",
    "pino",
    "prom-client",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "@zxcvbn-ts/language-en",
    ...tracing,
  ],
  headers: async () => [
    { source: "/:path*", headers: list(answerHeaders) },
    { source: "/(api|sandbox)/:path*", headers: list(policyOfData) },
    { source: "/(healthz|readyz|metrics)", headers: list(policyOfData) },
  ],
  // `npm test` checks them before it builds: whoever starts the dashboard need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // What a first build need not make, since everybody who starts the dashboard waits for it: what a later build could read
  // again, and what leads from a stack to the sources (no log shows one). Minified code is read faster at each start.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    turbopackInputSourceMaps: process.env.NODE_ENV !== "production",
  },
  reactStrictMode: true,
};

export default config;
