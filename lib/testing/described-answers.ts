import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { defaultAssets } from "#lib/asset/asset-tables";
import { describeApi } from "#lib/operations/openapi";

/** Holds what a handler has answered against the published description: its status, its headers and its body. */

type Described = { headers?: Record<string, unknown>; content?: Record<string, unknown> };
type Document = { paths: Record<string, Record<string, { responses: Record<string, Described> }>> };

const rules = { assets: defaultAssets, allowPrivateCallbacks: false };
const document = describeApi({ version: "0.0.0", rules, cookie: "session" });
const { paths } = document as Document;
// Not strict: the whole document is no schema, but schemas stand in it.
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, "api");
const checks = new Map<string, ValidateFunction>();

/** The answer of every path that does not exist; the description does not name it. */
const ofNothing: Described = {
  content: { "application/problem+json": {} },
};

/** Throws for an answer that is not as the description says. */
export async function holdToDescription(pattern: string, method: string, answer: Response): Promise<void> {
  const path = pattern.replace(/\[(\w+)\]/g, "{$1}");
  const name = `${method} ${path} ${answer.status}`;
  const isNothing = pattern.includes("[...");
  const described = isNothing
    ? ofNothing
    : paths[path]?.[method.toLowerCase()]?.responses[String(answer.status)];
  if (described === undefined)
    throw new Error(`The description has no answer ${name}: ${await answer.text()}`);
  for (const header of Object.keys(described.headers ?? {}))
    if (header !== "set-cookie" && !answer.headers.has(header)) throw new Error(`${name} lacks ${header}.`);
  const types = Object.keys(described.content ?? {});
  const [type] = types;
  if (type !== undefined && !type.endsWith("json")) {
    if (!types.includes(answer.headers.get("content-type") ?? ""))
      throw new Error(`${name} is not ${types.join(" or ")}.`);
    return;
  }
  const text = await answer.text();
  if (type === undefined) {
    if (text !== "") throw new Error(`${name} has a body that is not described.`);
    return;
  }
  if (answer.headers.get("content-type") !== type) throw new Error(`${name} is not ${type}.`);
  const pointer = isNothing
    ? "#/components/schemas/Problem"
    : `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${answer.status}/content/${escaped(type)}/schema`;
  // Hundreds of refusals are described in the same words, and a check costs milliseconds to make.
  const words = isNothing ? pointer : JSON.stringify(described.content?.[type]);
  const check = checks.get(words) ?? ajv.compile({ $ref: `api${pointer}` });
  checks.set(words, check);
  if (!check(JSON.parse(text)))
    throw new Error(`${name} is not as described: ${ajv.errorsText(check.errors)} in ${text.slice(0, 500)}`);
}

/** A part of a JSON pointer in a fragment. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
