import { isRefusal } from "./wallet-answers";

/** Invariant: a wallet's word is a claim. Only what the chain shows says that money arrived. */

export const fundingStates = ["asked", "not_sent", "unsure", "sent", "arrived", "failed", "closed"] as const;
export type FundingState = (typeof fundingStates)[number];

/** A wallet may hold the question, or may have sent: nobody else is asked to. */
export const liveFundings = ["asked", "unsure", "sent"] as const;
export type LiveFunding = (typeof liveFundings)[number];

export const walletWords = ["sent", "not_sent", "unsure"] as const;
export type WalletWord = (typeof walletWords)[number];

/** How long a wallet may hold a question before somebody has to look. */
export const walletSilenceMs = 10 * 60_000;

/** As a wallet says it: the hash of a transaction, or an error's code and words. With neither of these it was never asked. */
export type WalletSaid = {
  said: WalletWord;
  hash?: string | undefined;
  code?: string | undefined;
  words?: string | undefined;
};

/** What a wallet's answer means. In doubt it may have sent. */
export function heardFrom({ said, hash, code, words }: WalletSaid): WalletWord {
  if (said === "sent") return isTransactionHash(hash) ? "sent" : "unsure";
  const wasAsked = code !== undefined || words !== undefined;
  return said === "not_sent" && (!wasAsked || isRefusal({ code, words })) ? "not_sent" : "unsure";
}

function isTransactionHash(hash: unknown): hash is string {
  return typeof hash === "string" && /^0x[0-9a-f]{64}$/i.test(hash);
}
