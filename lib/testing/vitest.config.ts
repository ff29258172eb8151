import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root,
  // The settings for styles in package.json are of no use here.
  css: { postcss: {} },
  resolve: {
    alias: { "server-only": fileURLToPath(new URL("server-only.ts", import.meta.url)) },
  },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    environment: "node",
    include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Two workers: the machine of a small team or of its build is small, and several tests open real servers.
    maxWorkers: 2,
  },
});
