import type { Route } from "next";
import { listNames, transferFilterNames } from "#lib/contract/transfer/filter-names";
import {
  isByAmount,
  type TransferFilters,
  TransferListInput,
  type TransferSort,
} from "#lib/contract/transfer-list";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/**
 * The visitor can't choose the size of a page. `today` is the business's day. What other filters rule out was chosen before
 * them, and is left out: an order by amount, and days that move beside a first or a last one.
 */
export function readListQuery({ sort, days, ...params }: SearchParams, today?: string) {
  const mayGoByAmount = hasText(params.asset) && !hasText(params.q);
  const hasOwnDays = hasText(params.from) || hasText(params.to);
  const given = {
    ...params,
    ...((mayGoByAmount || !isByAmount(sort as TransferSort)) && { sort }),
    ...(!hasOwnDays && { days }),
  };
  return readFilters(TransferListInput, [...listNames, "cursor"], given, today);
}

const hasText = (value: SearchParams[string]) => value !== undefined && `${value}`.trim() !== "";

/** A form that was sent without scripts names its empty fields too. Returns the address without them, where there are any. */
export function withoutEmpty(params: SearchParams): Route | undefined {
  const isEmpty = ([name, value]: [string, unknown]) =>
    value === "" && (listNames as readonly string[]).includes(name);
  const all = Object.entries(params);
  if (!all.some(isEmpty)) return undefined;
  const kept = all
    .filter((each) => !isEmpty(each))
    .flatMap(([name, value]) => [value].flat().map((text) => [name, `${text}`]));
  return `/transfers${kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`}` as Route;
}

export function filtersOf({
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  ...filters
}: TransferListInput): TransferFilters {
  return filters;
}

export function isFiltered(input: TransferListInput): boolean {
  return transferFilterNames.some((name) => input[name] !== undefined);
}
