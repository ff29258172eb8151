import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import scope from "./asvs-scope.json";

/**
 * `asvs.tsv` says of each requirement of OWASP ASVS 5.0, levels 1 and 2, that concerns this dashboard how it stands:
 * `tested` by the test that is named, `held` by design without a test of its own, `not held` with what is missing, or
 * `does not apply` after all, with the reason. `asvs-scope.json` has the requirements' numbers by section.
 */
const folder = join(root, "lib/testing");
const [head, ...lines] = readFileSync(join(folder, "asvs.tsv"), "utf8").trimEnd().split("\n");
const rows = lines.map((line) => {
  const [id = "", asks = "", stands = "", file = "", title = "", remark = ""] = line.split("\t");
  return { id, asks, stands, file, title, remark };
});
const applying = Object.entries(scope).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

/** The titles of a file's tests, as its source writes them; the `describe` around them is no test. */
function titlesIn(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  const calls = source.matchAll(/(?:\b(?:test|it|faultyTest)|\))\(\s*(["`])(.+?)\1,\s*(?:async\b|\(|\{)/g);
  return [...calls].map(([, , title = ""]) => title);
}

test("the table has a row for each requirement that applies, once, in order", () => {
  expect(head).toBe(["id", "asks", "stands", "file", "test", "remark"].join("\t"));
  expect(rows.map(({ id }) => id)).toEqual(applying);
});

test("what is not tested says why, and no row says half", () => {
  const known = ["tested", "held", "not held", "does not apply"];
  const bad = rows.filter(({ asks, stands, file, title, remark }) => {
    const isTested = stands === "tested";
    const isNamed = file !== "" && title !== "";
    return asks === "" || !known.includes(stands) || isNamed !== isTested || (!isTested && remark === "");
  });
  expect(bad.map(({ id }) => id)).toEqual([]);
});

test("each test that is named exists under this very title", () => {
  const missing = rows
    .filter(({ stands }) => stands === "tested")
    .filter(({ file, title }) => !existsSync(join(root, file)) || !titlesIn(file).includes(title));
  expect(missing.map(({ id, file, title }) => `${id}: ${file}: ${title}`)).toEqual([]);
});
