import type { NextConfig } from "next";
import { answerHeaders, policyOfData, policyOfPicture } from "./lib/front/answer-headers.mjs";

const list = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

const tracing = ["api", "exporter-trace-otlp-http", "resources", "sdk-trace-node"].map(
  (name) => `@opentelemetry/${name}`,
);

const config: NextConfig = {
  // Traces what a server needs into one folder, for `npm run pack`.
  output: "standalone",
  typedRoutes: true,
  poweredByHeader: false,
  // A page's title comes with its first bytes, and stays while it is drawn again.
  htmlLimitedBots: /.*/,
  // No remote image is ever shown, so the optimiser is only a risk.
  images: { unoptimized: true },
  // Native, with worker files, or with optional parts: they are loaded by Node, not bundled.
  serverExternalPackages: [
    "hucre",
    "libsql",
    "pg",
    "pino",
    "prom-client",
    "saxes",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "@zxcvbn-ts/language-en",
    ...tracing,
  ],
  headers: async () => [
    { source: "/:path*", headers: list(answerHeaders) },
    { source: "/(api|sandbox)/:path*", headers: list(policyOfData) },
    { source: "/api/letterhead/logo", headers: list(policyOfPicture) },
    { source: "/(pay|api/pay)/:path*", headers: [{ key: "x-robots-tag", value: "noindex" }] },
    { source: "/(healthz|readyz|metrics)", headers: list(policyOfData) },
  ],
  // `npm test` checks them before it builds, so a start needn't.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Saves time on the first build: no cache, and no source maps of the server.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    turbopackInputSourceMaps: process.env.NODE_ENV !== "production",
  },
  reactStrictMode: true,
};

export default config;
