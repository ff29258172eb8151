import type { NextConfig } from "next";

const config: NextConfig = {
  // A wrong link is a type error.
  typedRoutes: true,
  // The framework's version is nobody's business.
  poweredByHeader: false,
  // No remote image is ever shown, and the optimiser is a door that nobody needs.
  images: { unoptimized: true },
  // Both are native or use worker files: they are loaded by Node, not bundled.
  serverExternalPackages: ["libsql", "pino"],
  devIndicators: false,
  reactStrictMode: true,
};

export default config;
