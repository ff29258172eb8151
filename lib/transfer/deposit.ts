/** Invariant: a deposit is its own fact. It never sets, denies or reports a payout. */

export type DepositState = "seen" | "confirmed" | "gone";

/** What is stored of an address that somebody has looked at. `seen`: not all that counts is confirmed yet. */
export type DepositLabel = "none" | "seen" | "exact" | "short" | "over" | "wrong_token" | "gone";

/** A token's transfer to a deposit address. `units` is a whole number of the token's smallest unit. */
export type ChainDeposit = {
  isOwnToken: boolean;
  units: string;
  state: DepositState;
  /** ISO 8601, by the block. */
  blockTime: string;
  /** Both as on the wire. */
  from: string;
  to: string;
};

export type DepositFold = {
  label: DepositLabel;
  /** The sum of what counts, in the token's smallest unit. */
  units: bigint;
  /** How many count. */
  parts: number;
  /** Whether another token arrived, beside whatever else did. */
  hasWrongToken: boolean;
};

/**
 * Clocks of a chain and of this machine may differ by so much: a node whose newest block is older by ours is not believed. A
 * deposit that counted for nothing would be sent a second time.
 */
export const clocksDifferMs = 2 * 60_000;

/** A block made before the transfer is about another one that has the same address. */
export function isInTime({ blockTime }: Pick<ChainDeposit, "blockTime">, createdAt: string): boolean {
  return Date.parse(blockTime) >= Date.parse(earliestBlockTime(createdAt));
}

/** ISO 8601. */
function earliestBlockTime(createdAt: string): string {
  return new Date(Date.parse(createdAt) - clocksDifferMs).toISOString();
}

/** What an address sent to itself brings no money. On Solana an amount is what a balance grew by, whoever signed. */
export function isFromElsewhere({ from, to }: Pick<ChainDeposit, "from" | "to">): boolean {
  return from !== to || !to.startsWith("0x");
}

/**
 * Computes what stands at a deposit address. Pure. Only the transfer's own token counts, from another address, in a block that was
 * made after the transfer, without any tolerance of the amount.
 */
export function foldDeposit(
  deposits: readonly ChainDeposit[],
  asked: { units: bigint; createdAt: string },
): DepositFold {
  const inTime = deposits.filter((one) => isInTime(one, asked.createdAt) && isFromElsewhere(one));
  const standing = inTime.filter(({ state }) => state !== "gone");
  const counted = standing.filter(({ isOwnToken }) => isOwnToken);
  const units = counted.reduce((sum, deposit) => sum + BigInt(deposit.units), 0n);
  const hasWrongToken = standing.some(({ isOwnToken }) => !isOwnToken);
  return { label: labelOf(), units, parts: counted.length, hasWrongToken };

  function labelOf(): DepositLabel {
    if (counted.length === 0) {
      if (hasWrongToken) return "wrong_token";
      return inTime.some(({ isOwnToken }) => isOwnToken) ? "gone" : "none";
    }
    if (counted.some(({ state }) => state === "seen")) return "seen";
    return units === asked.units ? "exact" : units < asked.units ? "short" : "over";
  }
}

type Asked = { hash: string | null; from: string; askedAt: string };

/** Whether a deposit is what a wallet was asked for: its transaction, or one of the same sender, since it was asked. */
export function isOfFunding(
  { tx, from, blockTime }: { tx: string; from: string; blockTime: string },
  funding: Asked,
): boolean {
  if (!isInTime({ blockTime }, funding.askedAt)) return false;
  return tx === funding.hash?.toLowerCase() || from === funding.from;
}
