import { TransferListInput } from "#lib/contract/api";
import { readFilters, type SearchParams } from "#lib/read-filters";

/** Reads the list's filters from the URL. The size of a page is not the visitor's. */
export function readListQuery(params: SearchParams) {
  return readFilters(TransferListInput, ["find", "status", "cursor"], params);
}
