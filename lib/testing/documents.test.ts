import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mayImport } from "#lib/build/rooms.mjs";
import { root } from "#lib/testing/servers/server-process";

const read = (document: string) => readFileSync(join(root, document), "utf8");

it.each(["CONTRIBUTING.md", "docs/architecture.md"])("every file that %s names is there", (document) => {
  const named = read(document).match(
    /\b(?:app|components|docs|deploy|e2e|lib)\/[\w./()[\]-]+\.(?:ts|tsx|mjs|md|json)\b/g,
  );
  expect(named?.length).toBeGreaterThan(20);
  expect(named?.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it("the table of the server's rooms is the one that the imports are held to", () => {
  const [, rows = ""] = /\*\*The server\*\*[^|]*((?:\|.*\n)+)/.exec(read("docs/architecture.md")) ?? [];
  const named = rows
    .split("\n")
    .slice(2)
    .flatMap((row) => row.split("|")[1]?.match(/[\w/-]+/g) ?? []);
  const rooms = [...mayImport.keys()].filter((room) => room.startsWith("lib/server/"));
  expect(named.map((room) => `lib/server/${room}`)).toEqual(rooms);
});
