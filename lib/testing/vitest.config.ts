import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const onPostgresOnly = ["lib/server/{postgres-*,living-instances}.test.ts"];
const onFilesOnly = ["lib/server/{sqlite-*,living-servers}.test.ts"];

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
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Two workers: the machine of a small team or of its build is small, and several tests open real servers.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "sqlite",
          include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
          exclude: onPostgresOnly,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: ["app/api/**/*.test.ts", "lib/server/**/*.test.ts"],
          exclude: onFilesOnly,
          globalSetup: "lib/testing/postgres-setup.ts",
        },
      },
    ],
  },
});
