import type { Claim } from "#lib/contract/api";
import { sourceWords } from "#lib/words/words";

export function whoGave({ person, source }: Claim): string {
  return person ?? sourceWords[source];
}
