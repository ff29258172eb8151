import { listOperations } from "#lib/operations/api-operations";

/** Every path of our API, with an ID where it leaves one open. */
export function apiPaths(): string[] {
  const patterns = listOperations().map(([name]) => name.replace(/^\w+ /, ""));
  return [...new Set(patterns)].map((pattern) => pattern.replace(/\[\w+\]/g, () => crypto.randomUUID()));
}
