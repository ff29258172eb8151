import type { Transfer } from "#lib/contract/api";

/** What the network shows at a deposit address, in a word or two. */
export const depositWords: Record<Transfer["deposit"]["label"], string> = {
  off: "Not watched",
  none: "Nothing seen",
  blind: "Not read recently",
  seen: "Seen, not confirmed",
  exact: "Exact",
  short: "Short",
  over: "Over",
  wrong_token: "Wrong token",
  gone: "Gone",
};
