import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { isOfStatements } from "#lib/testing/database/of-statements";

const root = fileURLToPath(new URL("../..", import.meta.url));
const onPostgresOnly = ["lib/server/**/{postgres-*,living-instances}.test.ts"];
const withoutDatabase = [
  "lib/server/{config,reading}/*.test.ts",
  "lib/server/api/security-document.test.ts",
  "lib/server/credentials/password-hash.test.ts",
  "lib/server/http/*.test.ts",
  "lib/server/keep/private-folder.test.ts",
  "lib/server/letterhead/clean-logo.test.ts",
  "lib/server/outgoing/{connect,names}.test.ts",
  "lib/server/search/export/transfer-{csv,workbook}.test.ts",
  "lib/server/service/{hide-key,initiate-outcome}.test.ts",
  "lib/server/tables/in-groups.test.ts",
];
/**
 * Slow on PostgreSQL, and of statements that others test there: `npm run prove -- majors` runs them, with all that are of no
 * statement. Those that begin with `postgres-` wait for servers of their own.
 */
const inLongProof = new Set([
  "lib/server/chain/nodes-disagree.test.ts",
  // What only this engine can have wrong is in postgres-doctor.test.ts beside it.
  "lib/server/doctor/doctor.test.ts",
  // A pooler that moves a client is named by postgres-doctor.test.ts too.
  "lib/server/database/postgres/postgres-pooler.test.ts",
  // What a request is told meanwhile is in postgres-away.test.ts.
  "lib/server/operate/health.test.ts",
  "lib/server/operate/postgres-boot.test.ts",
  "lib/server/operate/postgres-lights.test.ts",
  "lib/server/operate/postgres-readiness.test.ts",
  // The statements of a search are in transfer-pages.test.ts beside it.
  "lib/server/search/pasted-forms.test.ts",
  "lib/server/submission/postgres-clocks.test.ts",
  "lib/server/verify/forgeries.test.ts",
  "lib/features/telling/server/webhooks/chat-delivery.test.ts",
]);
/**
 * Each starts many servers, or waits for what takes its time by nature: `npm run prove -- long-tests` runs them. What they are
 * about has a shorter test in `npm test`, which is named.
 */
const long = [
  // Each answer of a node by itself, on each network: node-faults.test.ts, chain-scenarios.test.ts.
  "lib/server/chain/node-answers.test.ts",
  // A flood of one look: chain-scenarios.test.ts.
  "lib/server/chain/floods.test.ts",
  // How a password is judged at all: new-password.test.ts.
  "lib/server/credentials/password-judges.test.ts",
  // Two servers on one ledger: callbacks/two-servers.test.ts, submission/transfer-races.test.ts.
  "lib/server/database/living-instances.test.ts",
  // A database that is away: operate/sqlite-readiness.test.ts, tables/database-failure.test.ts.
  "lib/server/database/postgres/postgres-away.test.ts",
  "lib/server/database/postgres/postgres-first-day.test.ts",
  "lib/server/database/postgres/postgres-server.test.ts",
  "lib/server/database/sqlite/sqlite-full-disk.test.ts",
  "lib/server/database/sqlite/sqlite-locks.test.ts",
  // Every table that is moved: keep/full-ledger.test.ts.
  "lib/server/keep/postgres-move.test.ts",
];
const isLongRun = process.env.LONG_TESTS === "true";
const testFiles = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && (isLongRun || !long.includes(file)));
/** Found by what they say: a module that one file replaces must not reach the next. All others share a worker's modules. */
const withModulesOfTheirOwn = testFiles.filter((file) => /vi\.(mock|doMock|resetModules)\(/.test(read(file)));
/** Need no database and mock no module: nothing that one file leaves behind can reach the next. */
const pure = [
  "app/*.test.ts",
  // app/(console): brackets would begin a pattern of their own.
  "app/?console?/**/*.test.ts",
  "lib/{asset,bank,browser,calls,contract,money,operations,sandbox,secret,table,testing,text,transfer,words}/*.test.ts",
  "lib/{features,transfer,words}/*/*.test.ts",
  "lib/features/bulk/{batches,funding}/*.test.ts",
  "lib/features/books/statement/*.test.ts",
  ...withoutDatabase,
];

/** On PostgreSQL too: what can be otherwise there, or everything. */
const onPostgres = testFiles
  .filter(
    (file) =>
      /^(app\/api|lib\/server|lib\/features\/\w+\/server)\/.*\.test\.ts$/.test(file) &&
      !/\/sqlite-|\/living-servers/.test(file),
  )
  .filter((file) => process.env.TEST_POSTGRES_ALL || (!inLongProof.has(file) && isOfPostgres(file)));
const ofPostgres = {
  exclude: [...withoutDatabase, "lib/server/tables/database-failure.test.ts"],
  globalSetup: ["lib/testing/database/postgres-setup.ts"],
};

/** Not where a file replaces modules: one that was loaded before it stays as it was. */
const quickHashes = ["lib/testing/sign-in/quick-hashes.ts"];

/** What is kept of money, several at once, which each engine keeps apart in its own way, and statements. */
function isOfPostgres(file: string): boolean {
  return (
    /^lib\/server\/(ledger|submission)\//.test(file) ||
    /\/(postgres-[\w-]+|[\w-]+-(races|at-once)|two-servers|living-instances)\.test/.test(file) ||
    isOfStatements(root, file)
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Brackets in a path would begin a pattern. */
function asPattern(file: string): string {
  return file.replace(/[[\]()]/g, "?");
}

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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // No guess about the machine: only a test that fails waits for so long.
    expect: { poll: { timeout: 60_000 } },
    // What differs is named in the message itself.
    chaiConfig: { truncateThreshold: 400 },
    tags: [
      {
        name: "detail",
        description: "npm test leaves it to npm run prove: a sibling in its file asks the same of less",
      },
    ],
    // The projects share what a file was turned into: a file is of several of them.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/test-modules" },
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
          exclude: [...onPostgresOnly, ...pure, ...withModulesOfTheirOwn, ...(isLongRun ? [] : long)],
          setupFiles: quickHashes,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "sqlite-modules", include: withModulesOfTheirOwn },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: onPostgres.filter((file) => !withModulesOfTheirOwn.includes(file)).map(asPattern),
          ...ofPostgres,
          setupFiles: quickHashes,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres-modules",
          include: onPostgres.filter((file) => withModulesOfTheirOwn.includes(file)).map(asPattern),
          ...ofPostgres,
        },
      },
    ],
  },
});
