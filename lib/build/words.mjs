import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root as own } from "./ensure-installed.mjs";
import { parse, sourcesOf } from "./imports.mjs";

/**
 * `npm run words`: every sentence that can reach a person, each with the screen it belongs to and the line it comes from, to
 * be read aloud before a release. Found by the parser: text and attributes of JSX, and every other text of the product that
 * reads as a sentence or stands where one is shown. `-- app/login` prints those whose source has the word.
 */
const arguments_ = process.argv.slice(2);
const root = arguments_.find((word) => word.startsWith("/")) ?? own;
const wanted = arguments_.find((word) => !word.startsWith("/") && !word.startsWith("--")) ?? "";
const isBeside =
  /\.(test|proof|spec)\.tsx?$|^(e2e|lib\/(testing|proof|bench|build|server\/database\/migrations))\//;
/** Attributes and fields whose text is shown as it is. */
const shown =
  /^(aria-label|aria-description|alt|title|label|text|detail|placeholder|heading|hint|summary|name|word|description|message|action|cancel|confirm)$/;
/** Attributes and fields whose text is never shown. */
const hidden =
  /^(class|className|id|key|href|rel|type|role|method|headers|kind|d|viewBox|style)$|ClassNames?$/;
/** What shows its own parts. */
const transparent = new Set(["ConditionalExpression", "LogicalExpression", "JSXExpressionContainer"]);
const isSentence = /^[A-Z\u2018\u201c][^\n]*\s[^\n]*[a-z.)\u2019\u201d}]$/;
/** The name of an operation, a variable, a code or a field. */
const isName = /^([A-Z]+ )?\/|^[A-Z][A-Z_{}]+$|^[a-z]+([_.][a-z{}]+)+$|^[a-z]+[A-Z]\w*$/;
const isCode =
  /\b(select|insert|update|create|drop|alter|with|values|where)\b.*[=(*]|^[a-z]+-[a-z-]+( [a-z]+[-:[])|[{;]\s*$/;

const rows = sourcesOf(root)
  .filter((file) => !isBeside.test(file) && file.includes(wanted))
  .flatMap(wordsOf);
for (const { screen, words, source } of rows) console.log(`${screen}\t${words}\t${source}`);

function wordsOf(file) {
  const text = readFileSync(join(root, file), "utf8");
  const found = new Map();
  const visit = (node, place) => {
    const words = textOf(node);
    if (words !== undefined && isShown(node, words, place)) found.set(node.start, words);
    for (const [name, child] of childrenOf(node)) visit(child, placeOf(node, name, place));
  };
  visit(parse(root, file).program, undefined);
  return [...found].map(([start, words]) => ({
    screen: screenOf(file),
    words,
    source: `${file}:${text.slice(0, start).split("\n").length}`,
  }));
}

/** The text of a node, with a mark where a value stands; `undefined` for a node that is none, or blank. */
function textOf(node) {
  const text =
    node.type === "JSXText" || (node.type === "Literal" && typeof node.value === "string")
      ? node.value
      : node.type === "TemplateLiteral"
        ? node.quasis.map(({ value }) => value.cooked).join("{}")
        : "";
  const words = text.replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(words) ? words : undefined;
}

function isShown(node, words, place) {
  if (node.type === "JSXText") return true;
  if (place === "hidden" || isName.test(words)) return false;
  if (place === "shown") return true;
  return isSentence.test(words) && !isCode.test(words);
}

/** Where the text of a child stands: below the name of an attribute or a field, or of an import. */
function placeOf(node, name, place) {
  if (/^(Import|Export)/.test(node.type) && name === "source") return "hidden";
  if (node.type === "JSXElement" || node.type === "JSXFragment")
    return name === "children" ? "shown" : undefined;
  if (node.type === "TSLiteralType" || node.type === "BinaryExpression") return "hidden";
  if (node.type === "JSXAttribute") return kindOf(node.name.name, place);
  if (node.type === "Property")
    return name === "key" ? "hidden" : kindOf(node.key.name ?? node.key.value, place);
  if (node.type === "CallExpression" && node.callee.name === "classNames") return "hidden";
  const isPassedOn = transparent.has(node.type) && name !== "test";
  return place === "hidden" || isPassedOn ? place : undefined;
}

function kindOf(name, place) {
  if (place === "hidden" || hidden.test(String(name))) return "hidden";
  return shown.test(String(name)) ? "shown" : undefined;
}

function childrenOf(node) {
  return Object.entries(node).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((child) => typeof child?.type === "string")
      .map((child) => [name, child]),
  );
}

/** The page that a file belongs to, or the room where several use it. */
function screenOf(file) {
  const page = /^app\/(?:\((?:console|signed-out)\)\/)?(.*)\/[^/]+$/.exec(file)?.[1];
  if (page === undefined) return file.split("/").slice(0, -1).join("/") || "all";
  return page.startsWith("api") ? `API ${page.slice(3)}` : `/${page.replace("(overview)", "")}`;
}
