import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Mistake, mistakes } from "#lib/proof/books/statement-mistakes";
import { copyTree } from "#lib/proof/without/take-out";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** Each mistake is planted in a copy of the sources, by itself: the tests of a statement have to notice it. */

const least = 40;

it(`of at least ${least} planted mistakes every one is caught`, () => {
  const tree = join(temporaryFolder(), "tree");
  copyTree(root, tree);
  expect(testsPass(tree)).toBe(true);
  const survivors = mistakes.filter((mistake) => {
    const survives = survivesIn(tree, mistake);
    process.stdout.write(`${survives ? "NOT caught" : "caught"}: ${mistake.what}\n`);
    return survives;
  });
  expect(survivors.map(({ what }) => what)).toEqual([]);
  expect(mistakes.length).toBeGreaterThanOrEqual(least);
});

function survivesIn(tree: string, { what, file, from, to }: Mistake): boolean {
  const path = join(tree, file);
  const text = readFileSync(path, "utf8");
  expect(text.split(from).length, `${what}: it stands once in ${file}`).toBe(2);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const survives = testsPass(tree);
  writeFileSync(path, text);
  return survives;
}

function testsPass(tree: string): boolean {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "lib/proof/books/vitest.config.ts"];
  return spawnSync(process.execPath, args, { cwd: tree, stdio: "ignore" }).status === 0;
}
