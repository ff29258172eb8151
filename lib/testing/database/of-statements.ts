import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf } from "#lib/build/imports.mjs";

/**
 * What two engines can answer differently is the text of a statement and what asks which engine it is: Kysely writes all else
 * for each. A test is of statements where one of these is in it, or in the code that it tests: the file beside it, and what it
 * and that file bring along of their own folder.
 */

const statement = /\bsql(\.\w+)?(<[^>]*>)?`|\bsql\.(raw|ref|join)\b|\bisPostgres\b/;

/** Whether a test file, by its path below the project's folder, is of statements. */
export function isOfStatements(root: string, test: string): boolean {
  return testedBy(root, test).some((file) => statement.test(readFileSync(join(root, file), "utf8")));
}

function testedBy(root: string, test: string): string[] {
  const folder = dirname(test);
  const beside = test.replace(/\.test\.tsx?$/, ".ts");
  const found = new Set(existsSync(join(root, beside)) ? [test, beside] : [test]);
  for (const file of found)
    for (const brought of filesOf(root, file)) if (dirname(brought) === folder) found.add(brought);
  return [...found];
}

const known = new Map<string, string[]>();

function filesOf(root: string, file: string): string[] {
  const files: string[] = known.get(file) ?? codeOf(root, file).files;
  known.set(file, files);
  return files;
}
