import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests beside the files that `stryker.config.json` names, and no others: a mutant is judged by its neighbours. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  css: { postcss: {} },
  resolve: {
    alias: { "server-only": fileURLToPath(new URL("../server-only.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    setupFiles: ["lib/testing/mutation/fixed-seed.ts"],
    include: [
      "lib/{asset,money,transfer}/*.test.ts",
      "lib/contract/wire.test.ts",
      "lib/server/reading/*.test.ts",
      "lib/server/service/initiate-outcome.test.ts",
    ],
  },
});
