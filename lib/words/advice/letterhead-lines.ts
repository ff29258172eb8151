import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import { showInvisible } from "#lib/text/visible-text";

/** What stands under the business's name: its address line by line, and its numbers. */
export function letterheadLines({
  address,
  rcNumber,
  vatNumber,
}: Pick<Letterhead, "address" | "rcNumber" | "vatNumber">): string[] {
  const numbers = [rcNumber, vatNumber && `VAT ${vatNumber}`].filter(Boolean).join(" · ");
  return [...(address?.split("\n") ?? []), numbers].filter(Boolean).map(showInvisible);
}
