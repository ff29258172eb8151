import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { apiOperations } from "./api-operations";

const text = readFileSync(join(root, "docs/api.md"), "utf8");
/** A path's parameters may have other names there. */
const plainly = (request: string) => request.replace(/[[{]\w+[\]}]/g, "{}");

it("docs/api.md tells of each operation, and of none that there is not", () => {
  const told = [...text.matchAll(/`([A-Z]+ \/api\/[^\s`?]+)/g)].map(([, request = ""]) => plainly(request));
  // Whatever the method, the service reports there.
  const ways = Object.keys(apiOperations).filter((key) => !/^(?!POST).*callbacks/.test(key));
  expect([...new Set(told)].sort()).toEqual(ways.map(plainly).sort());
});
