import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What two engines can answer differently is the text of a statement and what asks which engine it is: Kysely writes all else
 * for each. A test is of statements where one of these is in it or in the file that it tests, which lies beside it.
 */

const statement = /\bsql(\.\w+)?(<[^>]*>)?`|\bsql\.(raw|ref|join)\b|\bisPostgres\b/;

/** Whether a test file, by its path below the project's folder, is of statements. */
export function isOfStatements(root: string, test: string): boolean {
  return [test, test.replace(/\.test\.tsx?$/, ".ts")]
    .map((file) => join(root, file))
    .some((file) => existsSync(file) && statement.test(readFileSync(file, "utf8")));
}
