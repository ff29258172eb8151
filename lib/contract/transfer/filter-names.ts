/** The filters of a list apart from their schemas, which a page doesn’t load. */

/** In the order of a form. */
export const transferFilterNames = [
  "q",
  "state",
  "status",
  "asset",
  "token",
  "bank",
  "network",
  "payee",
  "person",
  "min",
  "max",
  "days",
  "from",
  "to",
  "account",
  "batch",
  "received",
  "attention",
  "reason",
] as const;

/** With the order: all that makes a list's address. */
export const listNames = [...transferFilterNames, "sort"] as const;

/** What is in an address, valid or not. */
export type GivenFilters = { [Name in (typeof listNames)[number]]?: string | undefined };
