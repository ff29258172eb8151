import type { Route } from "next";
import { AttentionPageInput } from "#lib/contract/attention";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

export function readAttentionQuery(params: SearchParams) {
  return readFilters(AttentionPageInput, ["reason", "owner", "page", "resolved"], params);
}

/** Without a page it is the first one. */
export function attentionHref({ reason, owner, page, resolved }: AttentionPageInput): Route {
  const given = new URLSearchParams();
  if (reason !== undefined) given.set("reason", reason);
  if (owner !== undefined) given.set("owner", owner);
  if (resolved !== undefined) given.set("resolved", resolved);
  if (page !== undefined && page !== "1") given.set("page", page);
  return `/attention${given.size === 0 ? "" : `?${given}`}` as Route;
}
