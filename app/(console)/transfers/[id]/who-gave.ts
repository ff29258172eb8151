import type { Claim } from "#lib/contract/api";
import { sourceWords } from "#lib/words/words";

/** Who gave an address: a person by what they were called then. */
export function whoGave({ person, source }: Claim): string {
  return person ?? sourceWords[source];
}
