import { formatCount } from "#lib/money/format";
import type { LeftOutReason } from "./batch-answers";
import type { FundingKind } from "./batch-input";

/** What a person reads of the files that fund a batch. */

export const kindWords: Record<FundingKind, string> = {
  csv: "Plain CSV",
  safe_csv: "Safe CSV Airdrop",
  safe_json: "Safe Transaction Builder",
};

const reasons: Record<LeftOutReason, (isOne: boolean) => string> = {
  closed: (isOne) => `${isOne ? "takes" : "take"} no more deposits`,
  asked: (isOne) => (isOne ? "has a wallet asked for it" : "have a wallet asked for them"),
  pay_link: (isOne) => `${isOne ? "has" : "have"} a payer’s link, so somebody else may send`,
  deposit_seen: (isOne) => `${isOne ? "has" : "have"} a deposit already`,
  in_file: (isOne) => `${isOne ? "is" : "are"} in an earlier file`,
  little_time: (isOne) => `${isOne ? "closes" : "close"} in less than 10 minutes`,
  other_token: (isOne) => `${isOne ? "takes" : "take"} another token`,
};

/** `3 have a deposit already`. */
export function leftOutWords(reason: LeftOutReason, count: number): string {
  return `${formatCount(count)} ${reasons[reason](count === 1)}`;
}
