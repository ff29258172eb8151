import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const onPostgresOnly = ["lib/server/**/{postgres-*,living-instances}.test.ts"];
const onFilesOnly = ["lib/server/**/{sqlite-*,living-servers}.test.ts"];
const withoutDatabase = [
  "lib/server/{config,reading}/*.test.ts",
  "lib/server/api/security-document.test.ts",
  "lib/server/credentials/password-hash.test.ts",
  "lib/server/http/*.test.ts",
  "lib/server/keep/private-folder.test.ts",
  "lib/server/search/transfer-csv.test.ts",
  "lib/server/service/{hide-key,initiate-outcome}.test.ts",
  "lib/server/tables/in-groups.test.ts",
];
/** Judge what is asked before a database is, or with statements that lib/server tests on both: one engine is enough. */
const beforeTheDatabase = [
  "app/api/access.test.ts",
  "app/api/{quota,second-factor,sign-in,sign-in-misuse}.test.ts",
  "app/api/transfers/bad-input.test.ts",
  "lib/server/credentials/new-password.test.ts",
  "lib/server/service/offramp.test.ts",
];
/** Needs no database either, and loads modules a second time. */
const withModulesOfItsOwn = ["lib/server/tables/database-failure.test.ts"];
/** Need no database and mock no module: nothing that one file leaves behind can reach the next. */
const pure = [
  "app/*.test.ts",
  // app/(console): brackets would begin a pattern of their own.
  "app/?console?/**/*.test.ts",
  "lib/{asset,bank,browser,calls,contract,money,operations,sandbox,secret,testing,text,transfer,words}/*.test.ts",
  ...withoutDatabase,
];

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
    expect: { poll: { timeout: 20_000 } },
    // What differs is named in the message itself.
    chaiConfig: { truncateThreshold: 400 },
    // Twice the cores of a small team's machine: half of the tests wait for real servers meanwhile.
    maxWorkers: 4,
    globalSetup: ["lib/testing/servers/bundle.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: pure,
          // A worker loads what they share once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "sqlite",
          include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
          exclude: [...onPostgresOnly, ...pure],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: ["app/api/**/*.test.ts", "lib/server/**/*.test.ts"],
          exclude: [...onFilesOnly, ...withoutDatabase, ...withModulesOfItsOwn, ...beforeTheDatabase],
          globalSetup: ["lib/testing/database/postgres-setup.ts"],
        },
      },
    ],
  },
});
