/** What of a transfer a search matched; its place is its number in a query. */
export const matchKinds = [
  "all",
  "name",
  "bank",
  "ID",
  "transaction ID",
  "transaction",
  "address",
  "amount",
  "naira",
  "account",
  "reference",
  "similar name",
  "payee",
  "purpose",
  "note",
  "creator",
  "sender",
  "day",
  "state",
  "batch",
] as const;
export type MatchKind = (typeof matchKinds)[number];
