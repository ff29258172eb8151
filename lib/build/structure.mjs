import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root as own } from "./ensure-installed.mjs";
import { circlesOf, functionsOf, importsOf, nodesOf, parse, sourcesOf } from "./imports.mjs";

/**
 * `npm run structure`: the figures of the house. Product lines leave out tests, proofs, benches and journeys; data and
 * comments count. A cast is every `as` but `as const`. Takes the folder of another copy of the project, to compare.
 */
const root = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? own;
const isTest = /\.(test|proof|spec)\.tsx?$/;
const besideProduct = /^(e2e|lib\/(testing|proof|bench))\//;
const mustBeThere =
  /(^|\/)(page|layout|error|not-found|route|global-error|loading|template)\.tsx?$|^[^/]+$|^app\/[^/]+$/;

const sources = sourcesOf(root).map((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const { program } = parse(root, file);
  return { file, text, lines: text.split("\n").length - 1, nodes: [...nodesOf(program)] };
});
const graph = new Map(sources.map(({ file }) => [file, importsOf(root, file)]));
const product = sources.filter(({ file }) => !isTest.test(file) && !besideProduct.test(file));

const folders = new Map();
for (const { file } of sources)
  if (!isTest.test(file)) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
const rooms = [...folders].filter(([folder]) => /^(lib|components)\/./.test(folder));
const loose = product.filter(
  ({ file }) =>
    ["lib", "components", "app", "app/(console)"].includes(dirname(file)) && !mustBeThere.test(file),
);
const functionLines = product.flatMap(({ file }) => functionsOf(root, file).map(({ lines }) => lines));
const casts = product.flatMap(({ file, text, nodes }) =>
  nodes
    .filter(({ type }) => type === "TSAsExpression")
    .map(({ start, end, typeAnnotation }) => ({
      file,
      text: text.slice(start, end).replace(/\s+/g, " "),
      to: text.slice(typeAnnotation.start, typeAnnotation.end),
    }))
    .filter(({ to }) => to !== "const"),
);
const forced = casts.filter(({ to }) => to === "unknown" || to === "never");

console.log(`loose files        ${loose.length} ${loose.map(({ file }) => file).join(" ")}`);
console.log(`rooms              ${rooms.length}, the largest ${largest(rooms)}`);
console.log(`circles            ${circlesOf(graph).length}`);
console.log(`files              ${product.length}, lines ${spread(product.map(({ lines }) => lines))}`);
console.log(`functions          ${functionLines.length}, lines ${spread(functionLines)}`);
console.log(`product lines      ${product.reduce((sum, { lines }) => sum + lines, 0)}`);
console.log(`casts              ${casts.length}, of them as unknown or never ${forced.length}`);
if (process.argv.includes("--casts"))
  for (const { file, text } of casts) console.log(`  ${file}: ${text.slice(0, 120)}`);
if (process.argv.includes("--rooms"))
  for (const [folder, size] of rooms.sort()) console.log(`  ${size} ${folder}`);

function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `median ${at(0.5)}, 90 % ${at(0.9)}, most ${sorted.at(-1)}`;
}

function largest(sizes) {
  const [folder, size] = [...sizes].sort((a, b) => b[1] - a[1])[0];
  return `${size} (${folder})`;
}
