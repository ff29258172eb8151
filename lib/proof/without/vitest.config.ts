import { mergeConfig } from "vitest/config";
import tests from "#lib/testing/vitest.config";

const base = {
  ...tests,
  test: { ...tests.test, projects: [], testTimeout: 300_000, fileParallelism: false },
};
const include = [
  "lib/proof/without/*.left.ts",
  "lib/server/submission/{gates,sent,transfer-races}.test.ts",
  "lib/operations/openapi.test.ts",
  "app/api/access.test.ts",
  "lib/testing/standing-lists.test.ts",
];

/** What is tried in a copy of the tree without a feature: a ledger that was made with it, and tests of the core. */
export default mergeConfig(base, {
  test: { projects: [{ extends: true, test: { name: "sqlite", include } }] },
});
