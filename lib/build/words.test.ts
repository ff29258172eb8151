import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** The rows that the command prints of a project with one page. */
function wordsOf(page: string): string[] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "app/(console)/people"), { recursive: true });
  writeFileSync(join(folder, "app/(console)/people/page.tsx"), page);
  const args = [join(root, "lib/build/words.mjs"), folder];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout.trim().split("\n").filter(Boolean);
}

it.each([
  ["<p>Who can sign in</p>", "Who can sign in"],
  ["<p>\n  Two\n  lines\n</p>", "Two lines"],
  ['<input aria-label="Search" className="big red" />', "Search"],
  ['<p>{isOld ? "Old" : "new"}</p>', "new"],
  ['<p>{kind === "old" && "once"}</p>', "once"],
  [`<B title={isOld ? "Old" : \`Since \${day}\`} />`, "Since {}"],
  ['<p>{fail("The list cannot be loaded.")}</p>', "The list cannot be loaded."],
  ['<p>{say({ detail: "nothing was saved" })}</p>', "nothing was saved"],
])("tells of %s", (jsx, words) => {
  const rows = wordsOf(`export const page = () => (\n  ${jsx.replaceAll("\n", "\n  ")}\n);\n`);
  expect(rows).toContain(`/people\t${words}\tapp/(console)/people/page.tsx:2`);
});

it("tells nothing of what nobody reads: imports, classes, keys, codes and statements", () => {
  const page = `import { x } from "#lib/text/A long name.";
export const y = x({ className: "Some classes are here.", kind: "A kind of it." }, "POST /api/people", "not_found");
export const z = sql("Select id from people where id = 1");
`;
  expect(wordsOf(page)).toEqual([]);
});
