import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder for its owner alone. The recursive `mkdirSync` never returns where a parent takes no folders, such as /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
