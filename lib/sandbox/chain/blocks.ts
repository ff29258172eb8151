import { createHash } from "node:crypto";
import type { Store } from "#lib/sandbox/life/store";

/** Invariant: a block follows from its number, the clock and the reorganisations: none is stored, and no timer makes one. */

export type BlockClock = { now: () => number; blockMs: number };

const firstBlockMs = Date.UTC(2025, 0, 1);
const noHash = `0x${"0".repeat(64)}`;

/** The newest block's number. */
export function headAt({ blockMs }: BlockClock, atMs: number): number {
  return Math.max(0, Math.floor((atMs - firstBlockMs) / blockMs));
}

/** The block that takes in what is sent at `atMs`: the first one after it. */
export function blockAfter(clock: BlockClock, atMs: number): number {
  return headAt(clock, atMs) + 1;
}

export function timeOfBlock({ blockMs }: BlockClock, number: number): number {
  return firstBlockMs + number * blockMs;
}

/** A reorganisation changes the hash of each block from where it begins. */
export function blockHash(store: Store, network: string, number: number, nowMs: number): string {
  if (number < 0) return noHash;
  const { reorgs } = store
    .prepare(
      "select count(*) as reorgs from chain_reorgs where network = ? and from_block <= ? and at_ms <= ?",
    )
    .get(network, number, nowMs) as { reorgs: number };
  return `0x${createHash("sha256").update(`${network} ${number} ${reorgs}`).digest("hex")}`;
}
