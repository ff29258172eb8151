import { readJson } from "#lib/contract/wire";
import type { Fields } from "./body-names";

/** Invariant: a body is read by what it is, not by its content type; reading never throws. */

const maxFormFields = 200;

/** JSON or a form; `isRead` is false for anything else. */
export function readBody(text: string): { body: unknown; isRead: boolean } {
  try {
    return { body: readJson(text), isRead: true };
  } catch {
    const pairs = formPairs(text);
    return { body: fromPairs(pairs), isRead: pairs.length > 0 };
  }
}

/** A name, perhaps with parts in brackets or after dots, and a value. */
const formShape = /^[\w.%+~*-]{1,100}(?:\[[^\]=&\s]{0,100}\]){0,8}=[^\s]*$/;

function formPairs(text: string): [string, string][] {
  const trimmed = text.trim();
  const isForm = trimmed.split("&", maxFormFields + 1).every((part) => part === "" || formShape.test(part));
  // Base64 ends like a name without a value.
  const isBase64 = /^[\w+/-]{16,}={1,2}$/.test(trimmed);
  return isForm && !isBase64 ? [...new URLSearchParams(trimmed)] : [];
}

/** The first line is the boundary. `undefined` for any other text. Files are left out. */
export async function readMultipart(text: string): Promise<unknown> {
  const boundary = /^--([\w'()+,./:=? -]{1,70})\r?\n/.exec(text)?.[1]?.trimEnd();
  if (boundary === undefined) return undefined;
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  try {
    const form = await new Response(text, { headers }).formData();
    return fromPairs(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    return undefined;
  }
}

/**
 * `data[status]` and `data.status` become nested fields. A repeated name makes two bodies, so that no value hides the other.
 */
export function fromPairs(pairs: readonly (readonly [string, string])[]): unknown {
  const bodies: Fields[] = [];
  const times = new Map<string, number>();
  for (const [name, value] of pairs.slice(0, maxFormFields)) {
    const path = name.split(/[.[\]]/).filter((part) => part !== "");
    const key = path.join(".");
    const at = times.get(key) ?? 0;
    times.set(key, at + 1);
    bodies[at] ??= Object.create(null) as Fields;
    put(bodies[at], path, value);
  }
  return bodies.length === 1 ? bodies[0] : bodies;
}

function put(fields: Fields, path: readonly string[], value: string): void {
  const [name, ...rest] = path;
  if (name === undefined || path.length > 8) return;
  if (rest.length === 0) {
    if (fields[name] === undefined) fields[name] = value;
    return;
  }
  const inner = fields[name] ?? Object.create(null);
  if (typeof inner !== "object") return;
  fields[name] = inner;
  put(inner as Fields, rest, value);
}
