import { queryOptions } from "@tanstack/react-query";
import { mayBeAccount } from "#lib/bank/account-number";
import type { Transfer } from "#lib/contract/api";
import { accountPath, noTransferToAccount } from "./account-search";
import { call } from "./call";

/** What a text finds: the newest transfers, and the list of all of them. */
export type Found = {
  items: readonly Transfer[];
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
        return { items: [], listPath: undefined, hasMore: false, remark: noTransferToAccount };
      const filters =
        path === undefined ? (text === "" ? {} : { q: text }) : { account: path.split("=")[1] ?? "" };
      const { body } = await call("GET /api/transfers", { query: { ...filters, limit: `${most}` }, signal });
      const { items, nextCursor } = body;
      const listPath = path ?? `/transfers?${new URLSearchParams(filters)}`;
      return { items, listPath: text === "" ? "/transfers" : listPath, hasMore: nextCursor !== null };
    },
  });
}
