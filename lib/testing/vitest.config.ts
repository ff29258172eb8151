import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  "lib/server/letterhead/clean-logo.test.ts",
  "lib/server/outgoing/{connect,names}.test.ts",
  "lib/server/search/export/transfer-{csv,workbook}.test.ts",
  "lib/server/service/{hide-key,initiate-outcome}.test.ts",
  "lib/server/tables/in-groups.test.ts",
];
/** Judge what is asked before a database is, or with statements that lib/server tests on both: one engine is enough. */
const beforeTheDatabase = [
  "app/api/{access,quota,second-factor,sign-in,sign-in-misuse}.test.ts",
  // What is kept of a callback, and how it is applied: lib/server/callbacks and kept.test.ts beside it.
  "app/api/callbacks/*/route.test.ts",
  "app/api/{people-access,transfers/bad-input,transfers/guards}.test.ts",
  // What is written at a stop, and by several at once, is in readers-at-once.test.ts beside it.
  "lib/server/chain/chain-scenarios.test.ts",
  "lib/server/credentials/new-password.test.ts",
  // An entry with what no entry may hold reaches no database.
  "lib/server/audit/audit-facts.test.ts",
  "lib/server/service/offramp.test.ts",
  "lib/server/chain/{node-answers,node-faults,solana-faults}.test.ts",
  // What others on the network do, and no database.
  "lib/server/outgoing/parties.test.ts",
  "lib/server/{doctor/{chain,mail}-checks,mail/transport}.test.ts",
  "lib/server/webhooks/{guard,endpoint-secret}.test.ts",
];
/**
 * Slow on PostgreSQL, and of statements that others test there: `npm run prove -- majors` runs them, with everything else.
 * Those that begin with `postgres-` wait for servers of their own.
 */
const inLongProof = [
  "app/api/{mail,people-links,reads,sizes}.test.ts",
  "app/api/callbacks/*/unread.test.ts",
  "lib/server/chain/{floods,nodes-disagree,solana,solana-unread,wrong-heads}.test.ts",
  // What only this engine can have wrong is in postgres-doctor.test.ts beside it.
  "lib/server/doctor/doctor.test.ts",
  // A pooler that moves a client is named by postgres-doctor.test.ts too.
  "lib/server/database/postgres/postgres-pooler.test.ts",
  "lib/server/funding/failed-fundings.test.ts",
  // What a request is told meanwhile is in postgres-away.test.ts.
  "lib/server/operate/{health,postgres-boot,postgres-lights,postgres-readiness}.test.ts",
  // The statements of a search are in transfer-pages.test.ts beside it.
  "lib/server/search/pasted-forms.test.ts",
  "lib/server/standing/surfaces.test.ts",
  "lib/server/submission/postgres-clocks.test.ts",
  "lib/server/verify/forgeries.test.ts",
  "lib/server/webhooks/chat-delivery.test.ts",
];
/** Found by what they say: a module that one file replaces must not reach the next. All others share a worker's modules. */
const withModulesOfTheirOwn = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && /vi\.(mock|doMock|resetModules)\(/.test(read(file)));
/** Need no database and mock no module: nothing that one file leaves behind can reach the next. */
const pure = [
  "app/*.test.ts",
  // app/(console): brackets would begin a pattern of their own.
  "app/?console?/**/*.test.ts",
  "lib/{asset,bank,browser,calls,contract,money,operations,sandbox,secret,testing,text,transfer,words}/*.test.ts",
  "lib/{transfer,words}/*/*.test.ts",
  ...withoutDatabase,
];

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Needs no database. */
const onNoDatabase = ["lib/server/tables/database-failure.test.ts"];
const ofPostgres = {
  exclude: [
    ...onFilesOnly,
    ...withoutDatabase,
    ...onNoDatabase,
    ...beforeTheDatabase,
    ...(process.env.TEST_POSTGRES_ALL ? [] : inLongProof),
  ],
  globalSetup: ["lib/testing/database/postgres-setup.ts"],
};

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
          exclude: [...onPostgresOnly, ...pure, ...withModulesOfTheirOwn],
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
          include: ["app/api/**/*.test.ts", "lib/server/**/*.test.ts"],
          ...ofPostgres,
          exclude: [...ofPostgres.exclude, ...withModulesOfTheirOwn],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "postgres-modules", include: withModulesOfTheirOwn, ...ofPostgres },
      },
    ],
  },
});
