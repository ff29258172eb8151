import type { Route } from "next";
import { AttentionPageInput } from "#lib/contract/attention";
import { listPath } from "#lib/text/paths";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

export function readAttentionQuery(params: SearchParams) {
  return readFilters(AttentionPageInput, ["reason", "owner", "page", "resolved"], params);
}

/** Without a page it is the first one. */
export function attentionHref({ reason, owner, page, resolved }: AttentionPageInput): Route {
  const later = page === "1" ? undefined : page;
  return listPath("/attention", { reason, owner, resolved, page: later }) as Route;
}
