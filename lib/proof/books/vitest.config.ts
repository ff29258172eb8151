import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests of a statement alone, in a copy of the tree with a mistake in it. The first that notices it ends the run. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  css: { postcss: {} },
  resolve: {
    alias: { "server-only": fileURLToPath(new URL("../../testing/server-only.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    isolate: false,
    bail: 1,
    testTimeout: 300_000,
    maxWorkers: 2,
    include: ["lib/features/books/statement/*.test.ts"],
    // It reads the same code from files, which takes a thread for each workbook.
    exclude: ["lib/features/books/statement/statement-files.test.ts"],
  },
});
