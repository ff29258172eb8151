import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";

// A handler under another's name would answer what was asked of that one.
it("knows each handler by the path of its folder and a method that it has", () => {
  const named = readdirSync(join(root, "app/api"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .flatMap((file) => {
      const text = readFileSync(join(root, "app/api", file), "utf8");
      return [...text.matchAll(/direct\(\s*"(\w+) ([^"]+)"/g)].map(([, method, path]) => ({
        said: `${method} ${path}`,
        found: `${method} /api/${file.replace("/route.ts", "")}`,
        isOffered: new RegExp(`const ${method} = direct\\(|receive as ${method}`).test(text),
      }));
    });
  expect(named).toHaveLength(2);
  for (const { said, found, isOffered } of named) expect([said, isOffered]).toEqual([found, true]);
});
