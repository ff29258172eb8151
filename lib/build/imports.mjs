import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

const folders = ["app", "components", "lib", "e2e"];
const isSource = /\.(ts|tsx|mjs)$/;
const aliases = { "#lib/": "lib/", "#components/": "components/" };

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const hasWords = (line) => line.trim() !== "";

/** Every source file of a project, by its path below the project's folder. */
export function sourcesOf(root) {
  const inside = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    );
  const top = readdirSync(root).filter((file) => isSource.test(file) && !file.endsWith(".d.ts"));
  return [...inside, ...top].filter((file) => isSource.test(file)).sort();
}

/** What a file imports, types included: each specifier, and the file that it names where it is one of ours. */
export function importsOf(root, file) {
  const { module, program } = parse(root, file);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...namedLater(program),
  ];
  return [...new Set(specifiers)].map((specifier) => ({ specifier, file: resolve(root, file, specifier) }));
}

/** The files of ours whose code a file brings along, types left out, and whether it is where the browser begins. */
export function codeOf(root, file) {
  const { module, program } = parse(root, file);
  const brought = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || !entries.every(isType),
  );
  const specifiers = [
    ...brought.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.isType ? [] : (entry.moduleRequest?.value ?? []))),
    ),
    ...namedLater(program, ["ImportExpression"]),
  ];
  return {
    isClient: program.body.some(({ directive }) => directive === "use client"),
    files: [...new Set(specifiers)].flatMap((specifier) => resolve(root, file, specifier) ?? []),
  };
}

const isType = (entry) => entry.isType;

/** A file, parsed. Throws for one that is no source. */
export function parse(root, file) {
  const { errors, ...parsed } = parseSync(file, readFileSync(join(root, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return parsed;
}

/** Every node of a tree, each before its children. */
export function* nodesOf(node) {
  if (typeof node?.type === "string") yield node;
  for (const child of Object.values(node ?? {})) if (typeof child === "object") yield* nodesOf(child);
}

/** Every function of a file: its name where it has one, and its lines as one reads them, blank ones left out. */
export function functionsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...nodesOf(parse(root, file).program)]
    .filter(({ type }) => functionTypes.has(type))
    .map(({ start, end, id }) => ({
      name: id?.name,
      lines: text.slice(start, end).split("\n").filter(hasWords).length,
    }));
}

/** Each circle in a graph of files and what they import, found from its first file. */
export function circlesOf(graph) {
  const state = new Map();
  const path = [];
  const found = [];
  const visit = (file) => {
    if (state.get(file) === "open") found.push([...path.slice(path.indexOf(file)), file]);
    if (state.has(file)) return;
    state.set(file, "open");
    path.push(file);
    for (const { file: target } of graph.get(file) ?? []) if (target !== undefined) visit(target);
    path.pop();
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

/** `import("...")` and a type that is named by `import("...")`. */
function namedLater(program, kinds = ["ImportExpression", "TSImportType"]) {
  const found = [];
  for (const { type, source, argument } of nodesOf(program)) {
    if (!kinds.includes(type)) continue;
    const named = source ?? argument?.literal ?? argument;
    if (typeof named?.value === "string") found.push(named.value);
  }
  return found;
}

function resolve(root, from, specifier) {
  const alias = Object.entries(aliases).find(([start]) => specifier.startsWith(start));
  const isOurs = alias !== undefined || specifier.startsWith(".");
  if (!isOurs) return undefined;
  const path =
    alias === undefined
      ? normalize(join(dirname(from), specifier))
      : normalize(alias[1] + specifier.slice(alias[0].length));
  return ["", ".ts", ".tsx", ".mjs"].map((ending) => path + ending).find((file) => isFile(root, file));
}

function isFile(root, file) {
  return isSource.test(file) && existsSync(join(root, file));
}
