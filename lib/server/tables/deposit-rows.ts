import type { DepositState } from "#lib/transfer/deposit";

/** A token's transfer to the address of one of ours, as a node of the network says it. Hex is in lower case. */
export type DepositRow = {
  transfer_id: string;
  network: string;
  /** The transaction's hash. */
  tx: string;
  /** The token's contract, as on the wire. */
  contract: string;
  /** Which one of the same token to the same address within the transaction; a log's own number can change. */
  ordinal: number;
  symbol: string;
  decimals: number;
  /** 1 for the token that the transfer is in. */
  is_own_token: number;
  from_address: string;
  /** The transfer's deposit address when it arrived, as the transfer has it. A person may choose another one later. */
  to_address: string;
  /** A whole number of the token's smallest unit, as text. */
  units: string;
  block: number;
  block_hash: string;
  block_time: string;
  state: DepositState;
  /** Counts the changes, each of which is an event. */
  changes: number;
  /** The host that said so last. */
  node: string;
};

/** How far a network was read. */
export type ChainCursorRow = {
  network: string;
  /** Of transfers made before, nothing is said: nobody looked. */
  watched_since: string;
  /** The newest block up to which every deposit is confirmed or not there; null before the first reading. */
  settled: number | null;
  settled_hash: string | null;
  /** When that block was made. */
  settled_time: string | null;
  /** Hash of the place; see `cursor-seal.ts`. Empty: older than the seal, the next start writes it. */
  seal: string | null;
  /** The newest block that was read, its own time, and when it was read. */
  head: number | null;
  head_time: string | null;
  read_at: string | null;
  audited_at: string | null;
  /** The `blind_since` that somebody was told of. */
  blind_told: string | null;
  /** The server that reads the network, until then. */
  lease_by: string | null;
  lease_until: string | null;
  /** When it could not be read any more; null while it is read. */
  blind_since: string | null;
  /** JSON: settled places, the newest first, ever further apart. The reader goes back to one that still stands. */
  trail: string;
};
