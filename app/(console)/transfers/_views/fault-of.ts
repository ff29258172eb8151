import { detailOf, faultsOf } from "#lib/contract/problem";

/** What is wrong, in a sentence: of a field, or of the whole. */
export function faultOf(error: Error | null): string | undefined {
  return error === null ? undefined : (faultsOf(error)[0]?.message ?? detailOf(error));
}
