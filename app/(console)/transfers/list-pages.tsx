import { ButtonLink } from "#components/ui/button-link";
import type { TransferListInput, TransferPage, TransferSort } from "#lib/contract/transfer-list";
import { listHref } from "./list-href";

/** What the first page, the one before and the one after are called. */
const words: Record<TransferSort, [first: string, before: string, after: string]> = {
  newest: ["Newest transfers", "Newer transfers", "Older transfers"],
  oldest: ["Oldest transfers", "Older transfers", "Newer transfers"],
  largest: ["Largest transfers", "Larger transfers", "Smaller transfers"],
  smallest: ["Smallest transfers", "Smaller transfers", "Larger transfers"],
};

type Props = Pick<TransferPage, "nextCursor" | "previousCursor" | "lookedBackTo"> & {
  input: TransferListInput;
};

export function ListPages({ input, nextCursor, previousCursor, lookedBackTo }: Props) {
  const { sort = "newest" } = input;
  const [first, before, after] = words[sort];
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap justify-end gap-2">
      {input.cursor !== undefined && <ButtonLink href={listHref(input)}>{first}</ButtonLink>}
      {previousCursor !== null && <ButtonLink href={listHref(input, previousCursor)}>{before}</ButtonLink>}
      {nextCursor !== null && (
        <ButtonLink href={listHref(input, nextCursor)}>
          {lookedBackTo === null ? after : sort === "newest" ? "Search further back" : "Search further"}
        </ButtonLink>
      )}
    </nav>
  );
}
