import type { Amount } from "#lib/money/money";
import type { DepositState } from "#lib/transfer/deposit";
import type { LiveFunding } from "#lib/transfer/funding";
import type { PaidOut, Received } from "#lib/transfer/received";
import type { Settlement } from "#lib/transfer/status-words";
import type { TransferState } from "#lib/transfer/transfer-status";

/** What the standing of a transfer rests on. Times are ISO 8601; sums are whole numbers of the token's smallest unit. */

/** A payment to an address of the transfer, made since the transfer was. */
export type SeenDeposit = {
  isOwnToken: boolean;
  /** At the address that the transfer has now; else at another one that some source once named. */
  isAtAddress: boolean;
  units: bigint;
  state: DepositState;
  blockTime: string;
};

/** A word of the service, with the time when it was first said. `meaning` is undefined for one that nobody knows. */
export type SaidWord = { word: string; meaning: Settlement | undefined; firstAt: string };

/** What a person decided, and the numbers of the events that it is about. */
export type Acts = {
  /** What stood when a person settled it, see `print.ts`; null where nobody did, or it was undone. */
  settled: string | null;
  /** A person opened it again while `print` stood. `until` is the end of the new window. */
  opened: { at: string; until: string; by: string; print: string } | null;
  /** Finance won't fund it. */
  isStopped: boolean;
};

type Network = {
  /** Somebody looks at the address, and has since the transfer was made. */
  isWatched: boolean;
  /** The address was read at least once. */
  isLookedAt: boolean;
  /** Since when this transfer's address can't be read, though its network can. */
  blindSince: string | null;
  /** A payment to it that we couldn't read. */
  hasUnreadPayment: boolean;
};

export type StandingFacts = {
  state: TransferState;
  createdAt: string;
  /** When the deposit address became known; null while it isn't. */
  addressAt: string | null;
  /** When a transfer that is being sent counts as lost. */
  deadline: string;
  /** How long after the address became known a deposit is invited. */
  windowMs: number;
  /** Until when the service takes a deposit, as its answer to the creation says. */
  expiresAt: string | null;
  /** How long "processing" may go without another word. */
  processingMs: number;
  /** `isShared`: with a transfer that has not ended. */
  address: { check: "valid" | "invalid" | "unchecked"; isChanged: boolean; isShared: boolean } | null;
  /** Another transfer has its address or transaction ID, ended or not. */
  isRepeated: boolean;
  /** In the order in which they were first said. */
  words: readonly SaidWord[];
  /** Updates that we could not read, and when the first came. */
  unread: { count: number; firstAt: string | null };
  hasDropped: boolean;
  isPaymentWithdrawn: boolean;
  /** Codes of what the creation's answer said against the question. */
  doubts: readonly string[];
  /** A note that the deposit needs on its network; without a code of it nobody can pay by scanning. */
  memo: string | null;
  asked: bigint;
  /** The quoted fee, where it is in the token: a service may report the amount without it. */
  fee: bigint | null;
  /** What the service last said arrived. */
  reported: bigint | null;
  deposits: readonly SeenDeposit[];
  /** When the last deposit was confirmed. */
  confirmedAt: string | null;
  network: Network;
  /** Since when nobody is there who could approve it. */
  unapprovableSince: string | null;
  funding: { state: LiveFunding; changedAt: string } | null;
  /** What each source says the recipient got, and what the quote let expect, in the currency of the payout. */
  received: readonly Received[];
  expected: Amount | null;
  /** What the service says that it paid out. */
  paidOut: PaidOut | null;
  /** The statements of an own account cover its payout, and have no line of it. */
  isMissed: boolean;
  acts: Acts;
};

/** What stands for the whole dashboard, and changes without a word about one transfer. */
export type House = {
  now: number;
  isHeld: boolean;
  isBusinessRefused: boolean;
  /** The ledger may lack a wallet's question since a restore. */
  mayLackFunding: boolean;
  /** When rows may have been lost last. */
  lostAt: string | null;
  /** When the transfer's network was last read, and since when it can't be. */
  network: { readAt: string | null; blindSince: string | null };
  /** No service reports to us. */
  isUnheard: boolean;
};
