import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  Bank,
  BankList,
  Business,
  Quote,
  QuoteInput,
  Transfer,
  TransferInput,
  TransferWithEvents,
} from "#lib/contract/api";
import type { AuditVerification } from "#lib/contract/audit";
import type { Attention, AttentionCounts, NoteInput, ResolutionInput } from "#lib/contract/records";
import { Problem } from "#lib/problem";

/** One try, so that a person hears of a fault at once; the server has already tried reads twice. */
const retry = false;

/**
 * Calls our own API. Gives the parsed body and the answer's headers; throws a {@link Problem} for every answer that is
 * not 2xx, and `dashboard_unreachable` for a network that is away.
 */
export async function call<Body>(
  path: string,
  init: RequestInit = {},
): Promise<{ body: Body; headers: Headers }> {
  const answer = await fetch(path, {
    ...init,
    headers: { accept: "application/json", ...init.headers },
  }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Problem("dashboard_unreachable", "Check your connection, then try again.", { cause });
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw Problem.fromJson(body, answer.status, answer.headers.get("retry-after"));
  return { body: body as Body, headers: answer.headers };
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}

/** The business of the key (2.5). */
export const businessQuery = queryOptions({
  queryKey: ["business"],
  queryFn: async ({ signal }) => (await call<Business>("/api/business", { signal })).body,
  refetchInterval: 60_000,
  retry,
});

/** The banks of a country (2.6) and the age of the list. */
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

/** A live quote (2.4), asked for anew every 30 s while the page is visible; the last one stays until the next is here. */
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
/** How often a shown quote is asked for anew. The service states no expiry. */
export const quoteRefreshMs = 30_000;
/** A quote older than this is dead: nothing is created on it. */
export const quoteLifeMs = 60_000;

/** A transfer and its events, by our ID or the transaction ID; asked for anew every 5 s until it is final. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: ["transfer", id],
    queryFn: async ({ signal }) => (await call<TransferWithEvents>(transferPath(id), { signal })).body,
    refetchInterval: ({ state }) => (state.data?.isFinal ? false : 5_000),
    retry,
  });
}

/** Creates a transfer. The key is made when the review is shown, so every repeat of the click carries the same one. */
export const createTransfer = mutationOptions({
  mutationKey: ["create-transfer"],
  mutationFn: async ({ idempotencyKey, input }: { idempotencyKey: string; input: TransferInput }) =>
    (await call<Transfer>("/api/transfers", post(input, { "idempotency-key": idempotencyKey }))).body,
  // The transfer whose place it takes, and what needs attention, are others now.
  onSuccess: (_transfer, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: ["transfer"] });
    void client.invalidateQueries({ queryKey: ["attention"] });
  },
  retry,
});

/** What needs a person, by reason, with the transfers. */
export const attentionQuery = queryOptions({
  queryKey: ["attention", "groups"],
  queryFn: async ({ signal }) => (await call<Attention>("/api/attention", { signal })).body,
  refetchInterval: 30_000,
  retry,
});

/** How much needs a person. */
export const attentionCountsQuery = queryOptions({
  queryKey: ["attention", "counts"],
  queryFn: async ({ signal }) => (await call<AttentionCounts>("/api/attention/counts", { signal })).body,
  refetchInterval: 60_000,
  retry,
});

/** Records what a person found out about a transfer's creation (T8, T9), or the address that was never received. */
export function resolveTransfer(id: string) {
  return mutationOptions({
    mutationKey: ["resolve-transfer", id],
    mutationFn: async (input: ResolutionInput) =>
      (await call<TransferWithEvents>(`${transferPath(id)}/resolution`, post(input))).body,
    onSuccess: (transfer, _input, _result, { client }) => keepTransfer(client, transfer),
    // A refusal most often means that the transfer has changed since it was drawn.
    onError: (_error, _input, _result, { client }) => void client.invalidateQueries(transferQuery(id)),
    networkMode: "always",
    retry,
  });
}

/** Records a person's note, a match with the bank statement, or that a transfer is dealt with. */
export function addNote(id: string) {
  return mutationOptions({
    mutationKey: ["add-note", id],
    mutationFn: async (input: NoteInput) =>
      (await call<TransferWithEvents>(`${transferPath(id)}/notes`, post(input))).body,
    onSuccess: (transfer, _input, _result, { client }) => keepTransfer(client, transfer),
    onError: (_error, _input, _result, { client }) => void client.invalidateQueries(transferQuery(id)),
    networkMode: "always",
    retry,
  });
}

/** Sandbox mode only: sets the transfer's status at the sandbox, which then reports it by callback. */
export function driveSandbox(id: string) {
  return mutationOptions({
    mutationKey: ["drive-sandbox", id],
    mutationFn: async (status: string) => {
      await call<{ status: string }>(`${transferPath(id)}/sandbox`, post({ status }));
    },
    networkMode: "always",
    retry,
  });
}

/** Has the whole audit log read, from its first entry, and gives what was found. */
export const verifyAuditLog = mutationOptions({
  mutationKey: ["verify-audit-log"],
  mutationFn: async () => (await call<AuditVerification>("/api/audit/verification")).body,
  networkMode: "always",
  retry,
});

function transferPath(id: string): string {
  return `/api/transfers/${encodeURIComponent(id)}`;
}

/** Shows the server's answer at once; a read that began before it must not bring the old state back. */
async function keepTransfer(client: QueryClient, transfer: TransferWithEvents): Promise<void> {
  const { queryKey } = transferQuery(transfer.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, transfer);
  void client.invalidateQueries({ queryKey: ["attention"] });
}
