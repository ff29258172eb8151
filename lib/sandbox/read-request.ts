import type * as z from "zod/mini";
import { readJson } from "#lib/contract/wire";
import { type FieldFault, Refusal, refuseFields } from "./answer";
import { maxBodyBytes } from "./choices";

/** Applies a schema's defaults. Throws a `Refusal`: 415 content type, 413 too large, 400 no JSON object, 422 fields. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = parseObject(await readJsonText(request));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refuseFields(fieldFaults(parsed.error.issues, body));
}

function parseObject(text: string): object {
  let body: unknown;
  try {
    body = readJson(text);
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  // To JavaScript a lone `LosslessNumber` is an object, too.
  if (!text.trimStart().startsWith("{") || typeof body !== "object" || body === null)
    throw new Refusal(400, "The body must be a JSON object.");
  return body;
}

/** Not parsed. Throws a `Refusal`: 415 content type, 413 too large, 400 not UTF-8. */
export async function readJsonText(request: Request): Promise<string> {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json")
    throw new Refusal(415, "The Content-Type must be application/json.");
  const tooLarge = () => new Refusal(413, `The body has more than ${maxBodyBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, "The body is not valid UTF-8.");
  }
}

/** One sentence a field, in the order of the schema. */
function fieldFaults(issues: readonly z.core.$ZodIssue[], body: object): FieldFault[] {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) faults.set(key, `${key} is not a field of this request`);
      continue;
    }
    const field = String(issue.path[0] ?? "body");
    const message = Object.hasOwn(body, field) ? issue.message : `${field} is required`;
    if (!faults.has(field)) faults.set(field, message);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}
