import { queryOptions } from "@tanstack/react-query";
import { mayBeAccount } from "#lib/bank/account-number";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { plainWords } from "#lib/text/plain-words";
import { accountPath, noTransferToAccount } from "./account-search";
import { call } from "./call";

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

/** The newest transfers that a text finds; for none, the newest of all. */
export function findQuery(text: string) {
  return queryOptions({
    queryKey: ["find", text],
    queryFn: async ({ signal }): Promise<Found> => {
      const path = mayBeAccount(text) ? await accountPath(text) : undefined;
      if (path === null)
        return { items: [], payees: [], listPath: undefined, hasMore: false, remark: noTransferToAccount };
      const filters =
        path === undefined ? (text === "" ? {} : { q: text }) : { account: path.split("=")[1] ?? "" };
      const [{ body }, payees] = await Promise.all([
        call("GET /api/transfers", { query: { ...filters, limit: `${most}` }, signal }),
        // A whole account number is in no address.
        path === undefined ? findPayees(text, signal) : [],
      ]);
      const { items, nextCursor } = body;
      const listPath = path ?? `/transfers?${new URLSearchParams(filters)}`;
      return { items, payees, listPath: text === "" ? "/transfers" : listPath, hasMore: nextCursor !== null };
    },
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
