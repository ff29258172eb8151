import { Problem } from "#lib/contract/problem";

/** What is wrong, in a sentence: of a field, or of the whole. */
export function faultOf(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return error instanceof Problem ? (error.errors[0]?.message ?? error.detail) : error.message;
}
