import { basename, dirname } from "node:path";
import { circlesOf, codeOf, functionsOf, importsOf, sourcesOf } from "./imports.mjs";
import { mayImport, pureRooms, roomOf, sandboxImports } from "./rooms.mjs";

const mostFiles = 20;
const mostLines = 80;
/** Tests and what runs them read from top to bottom. */
const mayBeLong = /\.(test|proof|spec)\.tsx?$|^(e2e|lib\/testing)\//;
const isTest = /\.(test|proof)\.tsx?$/;
const ofTheMachine = /^(node:|react$|react[-/]|next$|next\/)/;

/**
 * What breaks the table of `rooms.mjs` in a copy of the project: every import that it does not allow, every file in no room,
 * every room that is too full, every function that is too long, every circle of imports, types included, and what brings the server's code to the
 * browser. Gives a sentence for each.
 *
 * @param {string} root
 * @returns {{ files: number, faults: string[] }}
 */
export function roomFaults(root) {
  const graph = new Map(sourcesOf(root).map((file) => [file, importsOf(root, file)]));
  const circles = circlesOf(graph).map((circle) => `${circle.join(" -> ")}: imports run in a circle.`);
  const faults = [...graph].flatMap(([file, imports]) => faultsOf(file, imports));
  const files = [...graph.keys()];
  const long = files.filter((file) => !mayBeLong.test(file)).flatMap((file) => longFunctions(root, file));
  const reached = [...serverInBrowser(root, files), ...featuresFilledByPages(root, files)];
  return { files: files.length, faults: [...faults, ...crowded(files), ...long, ...circles, ...reached] };
}

function faultsOf(file, imports) {
  const room = roomOf(file);
  if (room === undefined)
    return [`${file}: is in no room. Put it into one, or name its room in lib/build/rooms.mjs.`];
  if (isTest.test(file)) return [];
  return imports.flatMap(({ specifier, file: target }) => {
    const fault = target === undefined ? ofPackage(room, specifier) : ofFile(file, room, specifier, target);
    return fault === undefined ? [] : [`${file}: "${specifier}": ${fault}`];
  });
}

function ofPackage(room, specifier) {
  if (!pureRooms.has(room) || !ofTheMachine.test(specifier)) return undefined;
  return `${room} holds plain logic, which runs anywhere.`;
}

function ofFile(file, room, specifier, target) {
  const itsRoom = roomOf(target);
  if (itsRoom === room) return undefined;
  if (itsRoom === "lib/sandbox" && sandboxImports.get(file)?.includes(basename(target, ".ts")))
    return undefined;
  if (!mayImport.get(room)?.includes(itsRoom)) return `${room} may not import ${itsRoom}.`;
  if (specifier.startsWith("../") && file.endsWith(".ts"))
    return "another room is named by its address, #lib/...";
  return undefined;
}

/** Of each file where the browser begins: the way by which it would load code of the server. */
function serverInBrowser(root, files) {
  const starts = files.filter((file) => /^(app|components)\//.test(file) && codeOf(root, file).isClient);
  const isOfServer = (file) => file.startsWith("lib/server/");
  return waysTo(root, starts, isOfServer).map((way) => `${way}: the browser would load it.`);
}

/** Pages have copies of modules of their own: the features' lists would be filled with those, and not with what answers requests. */
function featuresFilledByPages(root, files) {
  const starts = files.filter((file) =>
    /^app\/(.*\/)?(page|layout|template|error|not-found)\.tsx$/.test(file),
  );
  return waysTo(root, starts, (file) => file === "lib/features/all/index.ts").map(
    (way) => `${way}: a page would fill the lists of the features.`,
  );
}

/** From each start the first way by which code that is looked for would be loaded. */
function waysTo(root, starts, isLookedFor) {
  const code = new Map();
  const read = (file) => code.get(file) ?? code.set(file, codeOf(root, file)).get(file);
  return starts.flatMap((start) => {
    const from = new Map([[start, undefined]]);
    for (const file of from.keys()) {
      if (isLookedFor(file)) return [wayTo(file, from)];
      for (const next of read(file).files) if (!from.has(next)) from.set(next, file);
    }
    return [];
  });
}

function wayTo(file, from) {
  const way = [];
  for (let at = file; at !== undefined; at = from.get(at)) way.unshift(at);
  return way.join(" -> ");
}

/** Counted here and not by the linter alone, which leaves out the lines between the tags of a screen. */
function longFunctions(root, file) {
  const long = functionsOf(root, file).filter(({ lines }) => lines > mostLines);
  return long.map(
    ({ name, lines }) =>
      `${file}: ${name ?? "a function"} has ${lines} lines, above ${mostLines}. Cut it where its meaning changes.`,
  );
}

/** A folder that cannot be taken in at a glance. What a page alone uses lives with it, however much that is. */
function crowded(files) {
  const sizes = new Map();
  for (const file of files) {
    const folder = dirname(file);
    if (!isTest.test(file) && !/^(app|e2e)\//.test(file)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  const full = [...sizes].filter(([, size]) => size > mostFiles);
  return full.map(
    ([folder, size]) => `${folder}: holds ${size} files, above ${mostFiles}. Make it two rooms.`,
  );
}
