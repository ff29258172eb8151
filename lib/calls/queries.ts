import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { QuoteInput, TransferWithEvents } from "#lib/contract/api";
import type { TransferFilters } from "#lib/contract/transfer-list";
import type { OperationName } from "#lib/operations/api-operations";
import { ask } from "./ask";

/** 2.5. */
export const businessQuery = { ...ask("GET /api/business"), refetchInterval: 60_000 };
export const attentionCountsQuery = { ...ask("GET /api/attention/counts"), refetchInterval: 60_000 };

/** 2.4; fetched again every 30 s while the page is visible. The last one stays until the next is here. */
export function quoteQuery(input: QuoteInput) {
  return queryOptions({
    ...ask("POST /api/quote", { body: input }),
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
    ...ask("GET /api/transfers/[id]", { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.isFinal && data.waiting === 0 && !isMailing(data) ? false : 5_000,
  });
}

/** An e-mail of it waits for its end. */
function isMailing({ events }: TransferWithEvents): boolean {
  const count = (end: RegExp) => events.filter(({ kind }) => end.test(kind)).length;
  return count(/^advice_asked/) > count(/^advice_(sent|failed)/);
}

/** How many transfers the filters give, and their sums. */
export function sumsQuery(filters: TransferFilters) {
  return queryOptions({
    ...ask("POST /api/transfers/sums", { body: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** After what changes more transfers than one. */
export function renewTransfers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ["GET /api/transfers/[id]" satisfies OperationName] });
  void client.invalidateQueries(attentionCountsQuery);
}
