import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { memoryLimits } from "./memory-limits.mjs";

it.each(["deploy/Dockerfile", "docs/operating.md"])("are what %s starts the server with", (file) => {
  const text = readFileSync(join(root, file), "utf8").replace(/",? ?"?/g, " ");
  expect(text).toContain(`node ${memoryLimits.join(" ")} lib/front/serve.mjs`);
});
