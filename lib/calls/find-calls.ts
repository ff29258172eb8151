import { queryOptions } from "@tanstack/react-query";
import { mayBeAccount } from "#lib/bank/may-be-account";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { plainWords } from "#lib/text/plain-words";
import { accountPath, noTransferToAccount } from "./account-search";
import { call } from "./call";

/** Something that a person has looked at. */
export type Seen = { transfer: Transfer } | { payee: Payee };

/** What a text finds: the newest transfers, the list of all of them, and the most used payees. */
export type Found = {
  items: readonly Transfer[];
  payees: readonly Payee[];
  /** `undefined` where there is nothing to list. */
  listPath: string | undefined;
  /** Whether the list has more than `items`. */
  hasMore: boolean;
  /** Why there is nothing. */
  remark?: string;
};

const most = 3;

/** What was seen at these paths, in their order; what is gone is left out. */
export function seenQuery(paths: readonly string[]) {
  return queryOptions({
    queryKey: ["seen", paths],
    queryFn: async ({ signal }): Promise<Seen[]> => {
      const found = await Promise.all(paths.map((path) => seenAt(path, signal).catch(() => undefined)));
      return found.filter((each) => each !== undefined);
    },
  });
}

async function seenAt(path: string, signal: AbortSignal): Promise<Seen | undefined> {
  const [, kind, id = ""] = path.split("/");
  if (kind === "payees")
    return { payee: (await call("GET /api/payees/[id]", { params: { id }, signal })).body };
  // By the list: it has only the end of an account number, so that nothing is looked at.
  const { body } = await call("GET /api/transfers", { query: { q: id, limit: "1" }, signal });
  const [transfer] = body.items;
  return transfer?.id === id ? { transfer } : undefined;
}

/** The newest transfers that a text finds. */
export function findQuery(text: string) {
  return queryOptions({
    queryKey: ["find", text],
    queryFn: async ({ signal }): Promise<Found> => {
      const path = mayBeAccount(text) ? await accountPath(text) : undefined;
      if (path === null)
        return { items: [], payees: [], listPath: undefined, hasMore: false, remark: noTransferToAccount };
      const filters = path === undefined ? { q: text } : { account: path.split("=")[1] ?? "" };
      const [{ body }, payees] = await Promise.all([
        call("GET /api/transfers", { query: { ...filters, limit: `${most}` }, signal }),
        // A whole account number is in no address.
        path === undefined ? findPayees(text, signal) : [],
      ]);
      const { items, nextCursor } = body;
      const listPath = path ?? `/transfers?${new URLSearchParams(filters)}`;
      return { items, payees, listPath, hasMore: nextCursor !== null };
    },
    enabled: text !== "",
  });
}

/** A convenience: without it the transfers are still found. */
async function findPayees(text: string, signal: AbortSignal): Promise<readonly Payee[]> {
  const words = plainWords(text);
  const q = words.join(" ");
  if (q === "" || q.length > 100) return [];
  const answer = await call("GET /api/payees", { query: { q }, signal }).catch(() => undefined);
  return answer?.body.payees.slice(0, most) ?? [];
}
