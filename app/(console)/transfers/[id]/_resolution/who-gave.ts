import type { Claim } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { sourceWords } from "#lib/words/words";

export function whoGave({ person, source }: Claim): string {
  return person === null ? sourceWords[source] : showInvisible(person);
}
