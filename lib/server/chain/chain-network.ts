import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { ChainNode } from "./node";

/** `contract` is as on the wire: 20 bytes in lower-case hex after 0x, on Solana the mint in base58. */
export type ChainToken = {
  symbol: string;
  contract: string;
  decimals: number;
  /** Whether transfers can be in it: another token may have the same symbol. */
  isAsset: boolean;
};

/** A network that is watched. */
export type ChainNetwork = {
  network: string;
  /** How its people call the chain itself. */
  chain: string;
  confirmations: number;
  tokens: readonly ChainToken[];
  reader: ChainReader;
  /** The first is asked; a second one checks it. */
  nodes: readonly ChainNode[];
};

/** On Solana a slot; its number stands for the hash, which its lists of transactions don't name. */
export type Block = {
  number: number;
  hash: string;
  timeMs: number;
  /** Of the block before it, where the node says it. */
  parentHash?: string | undefined;
};

/** Both ends included. */
export type BlockRange = readonly [from: number, to: number];

/** A token's transfer to one of the accounts that were asked for. Hex is in lower case. */
export type FoundDeposit = {
  tx: string;
  contract: string;
  ordinal: number;
  account: string;
  from: string;
  units: string;
  block: number;
  blockHash: string;
  /** Where the answer says it; else its block does. */
  timeMs?: number;
  /** What the node said, as it came. */
  raw: string;
};

export type LookKind = "quick" | "settling" | "audit";

/** What may be a payment to one of the accounts, and can't be read. */
export type Unreadable = { account: string; tx: string; raw: string };

export type DepositReading = {
  found: FoundDeposit[];
  /** Up to this block, all but what is named below was read. */
  readTo: number;
  /** Accounts of which more came than could be read, and the first block of what is left. */
  blind: ReadonlyMap<string, number>;
  unreadable: readonly Unreadable[];
};

/** How nodes of one kind are read. What is malformed, or was not asked for, refuses the whole answer: {@link NodeError}. */
export type ChainReader = {
  /** Throws where the node is on another chain. */
  checkChain: (node: ChainNode) => Promise<void>;
  /** Throws where it is old. */
  readHead: (node: ChainNode) => Promise<Block>;
  /** The newest block that counts as final. */
  readFinal: (node: ChainNode, head: Block) => Promise<number>;
  /** `null` for a block that the node does not have. */
  readBlock: (node: ChainNode, number: number) => Promise<Block | null>;
  /** A block that is no younger, and not much older; `highest` is one of the newest. */
  blockAt: (node: ChainNode, timeMs: number, highest: number) => Promise<number>;
  /** What the known tokens moved to the accounts. */
  readDeposits: (
    node: ChainNode,
    accounts: readonly string[],
    range: BlockRange,
    kind: LookKind | "late",
  ) => Promise<DepositReading>;
  /** Of a stored deposit in the range, or above the head, that was not found there. Throws where the node has left it out. */
  isGone: (node: ChainNode, row: DepositRow, range: BlockRange) => Promise<boolean>;
  /** What stands under a token's contract; `undefined`: no token that is watched. `symbol` where the network has one. */
  readToken: (
    node: ChainNode,
    contract: string,
  ) => Promise<{ decimals: number; symbol?: string } | undefined>;
  /** By which two nodes can be compared; `null` where it has none. */
  readHash: (node: ChainNode, number: number) => Promise<string | null>;
  /** How many blocks the node takes in one question about as many accounts as are asked for at once; 0 for none. */
  largestRange?: (node: ChainNode, head: Block) => Promise<number>;
  /** Blocks of one settling look: what was read is kept even where the next one fails. */
  longestLook: number;
  /** Blocks that are read for an address that became known late. */
  longestLate: number;
  /** A node may have dropped the settled block, which is no fault: it was final. */
  forgetsBlocks: boolean;
  /** None of its blocks takes less: what is ahead of it by more is not believed. */
  shortestBlockMs: number;
  /** More than time allows: chains catch up after a halt. */
  roomBlocks: number;
};
