import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Bank, BankList, Business, Quote, QuoteInput, TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { serverAwayDetail } from "#lib/contract/server-away";
import { askToConfirm, noteSignedOut } from "./presence";

/** No retry, so that a person hears of a fault at once; the server has already tried reads twice. */
const retry = false;

/**
 * Calls our own API. Throws a {@link Problem} for every answer that is not 2xx, `dashboard_unreachable` without a network.
 * Where a confirmation is needed it asks the person and sends the same request again, with the same key.
 */
export async function call<Body>(
  path: string,
  init: RequestInit = {},
): Promise<{ body: Body; headers: Headers }> {
  const answer = await request(path, init);
  const body: unknown = await answer.json().catch(() => undefined);
  return { body: body as Body, headers: answer.headers };
}

/** Like {@link call}, before the body is read. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await send(path, init);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "confirmation_needed") throw error;
    if (!(await askToConfirm(error.extra.needsCode === true)))
      throw new Problem("confirmation_needed", "It was not confirmed, so nothing was done.");
    return send(path, init);
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, {
    ...init,
    headers: { accept: "application/json", ...init.headers },
  }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Problem("dashboard_unreachable", serverAwayDetail, { cause });
  });
  if (answer.ok) {
    noteSignedOut(false);
    return answer;
  }
  const body: unknown = await answer.json().catch(() => undefined);
  const problem = Problem.fromJson(body, answer.status, answer.headers.get("retry-after"));
  if (problem.code === "signed_out" || problem.code === "confirmation_needed")
    noteSignedOut(problem.code === "signed_out");
  throw problem;
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}

/** 2.5. */
export const businessQuery = queryOptions({
  queryKey: ["business"],
  queryFn: async ({ signal }) => (await call<Business>("/api/business", { signal })).body,
  refetchInterval: 60_000,
  retry,
});

/** The banks (2.6) and the age of the list. */
export function banksQuery(country: string) {
  return queryOptions({
    queryKey: ["banks", country],
    queryFn: async ({ signal }): Promise<BankList> => {
      const { body, headers } = await call<Bank[]>(`/api/banks?country=${encodeURIComponent(country)}`, {
        signal,
      });
      return {
        banks: body,
        fetchedAt: headers.get("x-fetched-at") ?? "",
        isStale: headers.get("x-stale") === "true",
        skipped: Number.parseInt(headers.get("x-skipped-rows") ?? "0", 10),
      };
    },
    staleTime: 10 * 60_000,
    retry,
  });
}

/** 2.4; fetched again every 30 s while the page is visible. The last one stays until the next is here. */
export function quoteQuery(input: QuoteInput) {
  return queryOptions({
    queryKey: ["quote", input],
    queryFn: async ({ signal }) => (await call<Quote>("/api/quote", { ...post(input), signal })).body,
    refetchInterval: quoteRefreshMs,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry,
  });
}
/** The service states no expiry. */
export const quoteRefreshMs = 30_000;

/** By our ID or the transaction ID; fetched again every 5 s until it is final and nothing waits. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: ["transfer", id],
    queryFn: async ({ signal }) => (await call<TransferWithEvents>(transferPath(id), { signal })).body,
    refetchInterval: ({ state: { data } }) => (data?.isFinal && data.waiting === 0 ? false : 5_000),
    retry,
  });
}

export const attentionQuery = queryOptions({
  queryKey: ["attention", "groups"],
  queryFn: async ({ signal }) => (await call<Attention>("/api/attention", { signal })).body,
  refetchInterval: 30_000,
  retry,
});

export const attentionCountsQuery = queryOptions({
  queryKey: ["attention", "counts"],
  queryFn: async ({ signal }) => (await call<AttentionCounts>("/api/attention/counts", { signal })).body,
  refetchInterval: 60_000,
  retry,
});

export function transferPath(id: string): string {
  return `/api/transfers/${encodeURIComponent(id)}`;
}
