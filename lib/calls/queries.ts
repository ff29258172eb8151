import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QuoteInput } from "#lib/contract/api";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { call } from "./call";

/** 2.5. */
export const businessQuery = queryOptions({
  queryKey: ["business"],
  queryFn: async ({ signal }) => (await call("GET /api/business", { signal })).body,
  refetchInterval: 60_000,
});

/** 2.4; fetched again every 30 s while the page is visible. The last one stays until the next is here. */
export function quoteQuery(input: QuoteInput) {
  return queryOptions({
    queryKey: ["quote", input],
    queryFn: async ({ signal }) => (await call("POST /api/quote", { body: input, signal })).body,
    refetchInterval: quoteRefreshMs,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
/** The service states no expiry. */
export const quoteRefreshMs = 30_000;

/** By our ID or the transaction ID; fetched again every 5 s until it is final and nothing waits. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: ["transfer", id],
    queryFn: async ({ signal }) => (await call("GET /api/transfers/[id]", { params: { id }, signal })).body,
    refetchInterval: ({ state: { data } }) => (data?.isFinal && data.waiting === 0 ? false : 5_000),
  });
}

/** How many transfers the filters give, and their sums. */
export function sumsQuery(filters: TransferFilters) {
  return queryOptions({
    queryKey: ["sums", filters],
    queryFn: async ({ signal }) => (await call("POST /api/transfers/sums", { body: filters, signal })).body,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

export const attentionCountsQuery = queryOptions({
  queryKey: ["attention", "counts"],
  queryFn: async ({ signal }) => (await call("GET /api/attention/counts", { signal })).body,
  refetchInterval: 60_000,
});
