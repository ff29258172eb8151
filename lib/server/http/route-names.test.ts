import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listOperations } from "#lib/operations/api-operations";
import { root } from "#lib/testing/servers/server-process";
import { routeOf, routePatterns } from "./route-names";

it("knows every page, every handler and every operation that exists, and no other", () => {
  const found = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${file.replace(/\/?(page\.tsx|route\.ts)$/, "").replace(/\([\w-]+\)\/?/g, "")}`);
  const operations = listOperations().map(([name]) => name.replace(/^\w+ /, ""));
  expect([...routePatterns]).toEqual([...new Set([...found, ...operations])].sort());
});

it.each([
  ["/", "/"],
  ["/?next=/people", "/"],
  ["/transfers/new", "/transfers/new"],
  ["/transfers/0192f3e4", "/transfers/[id]"],
  ["/api/transfers/txn_1/notes?x=1", "/api/transfers/[id]/notes"],
  ["/api/callbacks/secret", "/api/callbacks/[token]"],
  ["/api/callbacks/secret/more", "/api/[...path]"],
  ["/sandbox/api/v1/me", "/sandbox/[...path]"],
  ["/_next/static/chunks/1.js", "files"],
  ["/.env", "none"],
  ["/transfers/1/2/3", "none"],
  ["//evil.example", "none"],
])("calls %s %s", (address, name) => {
  expect(routeOf(address)).toBe(name);
});
