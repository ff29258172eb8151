import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is a feature's own: whole files and folders, and what its pages and operations are called by. */
export type Parts = { own: readonly string[]; paths: readonly string[] };

/** How many lines of which other files named it. */
export type Touched = Map<string, number>;

const copied = [
  ...[
    "app",
    "components",
    "e2e",
    "lib",
    "public",
    "docs",
    ".gitignore",
    "biome.json",
    "package.json",
    "package-lock.json",
  ],
  ...["tsconfig.json", "next.config.ts", "next-env.d.ts", "instrumentation.ts", "instrumentation-client.ts"],
];
const isSource = /\.(ts|tsx|mjs)$/;
const isRead = /\.(ts|tsx|mjs|css)$/;
const word = /[A-Za-z_$][\w$]*/g;

/** Copies the sources, with this tree's packages. */
export function copyTree(root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of copied) cpSync(join(root, name), join(to, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

/**
 * Removes what is the feature's own. In each other file every import of it goes, every line whose code has an imported name, and
 * every line that begins with one of its paths: so a feature stands in each list on a line of its own.
 */
export function takeOut(tree: string, { own, paths }: Parts): Touched {
  for (const path of own) {
    if (!existsSync(join(tree, path))) throw new Error(`There is no ${path} to take out.`);
    rmSync(join(tree, path), { recursive: true });
  }
  const isOwn = (file: string) =>
    own.some((path) => file === path || file.startsWith(`${path}/`) || withoutEnd(path) === file);
  const begins = linesOfPaths(paths);
  const touched: Touched = new Map();
  for (const file of sourcesOf(tree)) {
    const text = readFileSync(join(tree, file), "utf8");
    const left = withoutFeature(text, (specifier) => isOwn(targetOf(file, specifier)), begins);
    if (left.removed === 0) continue;
    touched.set(file, left.removed);
    writeFileSync(join(tree, file), left.text);
  }
  return touched;
}

function withoutEnd(path: string): string {
  return path.replace(isSource, "");
}

function sourcesOf(tree: string): string[] {
  return ["app", "components", "e2e", "lib"].flatMap((folder) =>
    readdirSync(join(tree, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file}`)
      .filter((file) => isRead.test(file)),
  );
}

/** A file of the tree, without its end. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1).replace(isSource, "");
  return specifier.startsWith(".")
    ? relative("", join(dirname(file), specifier)).replace(isSource, "")
    : specifier;
}

const importLine = /^import (type )?(?:\{([^}]*)\}|\* as (\w+)|(\w+)) from "([^"]+)";\n/gm;
/** Of a style sheet. */
const sheetLine = /^@import "([^"]+)".*;\n/gm;

/** Lines of a list that begin with one of them, be it an entry, a key or the address of a page. */
export function linesOfPaths(paths: readonly string[]): RegExp {
  return new RegExp(`^\\s*(\\{ href: )?"(${paths.join("|")})["/]`);
}

export function withoutFeature(text: string, isOwn: (specifier: string) => boolean, begins: RegExp) {
  const names = new Set<string>();
  let removed = 0;
  const withoutImports = text.replace(
    importLine,
    (line, _type, list: string | undefined, star, one, specifier) => {
      if (!isOwn(specifier)) return line;
      const found = (list ?? star ?? one ?? "")
        .split(",")
        .flatMap((part: string) => part.trim().split(" ").at(-1) ?? []);
      for (const name of found) if (name !== "") names.add(name);
      removed += line.split("\n").length - 1;
      return "";
    },
  );
  const withoutSheets = withoutImports.replace(sheetLine, (line, specifier) => {
    if (!isOwn(specifier)) return line;
    removed += 1;
    return "";
  });
  const lines = withoutSheets.split("\n");
  const kept = lines.filter(
    (line) => !begins.test(line) && !(codeOf(line).match(word) ?? []).some((each) => names.has(each)),
  );
  return { text: kept.join("\n"), removed: removed + lines.length - kept.length };
}

/** Without what is said in it: a name may be a usual word. */
function codeOf(line: string): string {
  return /^\s*(\/?\*|\/\/)/.test(line) ? "" : line.replace(/"[^"]*"|\/\/ .*$/g, "");
}
