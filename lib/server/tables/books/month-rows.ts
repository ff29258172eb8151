import type { ReceivedSource } from "#lib/transfer/received";

/** What moved in a month, and the months that were closed. */

/** How a transfer comes into what is open, and leaves it; and what somebody says that its recipient got. */
export const openingKinds = ["created", "back"] as const;
export const endingKinds = ["paid", "failed", "never"] as const;
export const recordKinds = ["received", "received_withdrawn"] as const;
const movementKinds = [...openingKinds, ...endingKinds, ...recordKinds] as const;
export type MovementKind = (typeof movementKinds)[number];

/** One step of one transfer, written with the event that took it. Never changes, but that a closing takes it. */
export type MovementRow = {
  transfer_id: string;
  /** The event's. */
  seq: number;
  kind: MovementKind;
  /** Of what somebody says that the recipient got: who; empty otherwise. */
  source: ReceivedSource | "";
  /** The event's time. */
  at: string;
  /** The business's month of that time (`2026-11`); of what was received, that of the day on which it arrived. */
  month: string;
  /** The token, or the currency of what was received. */
  token: string;
  amount: string;
  /** What the recipient was to get by the quote; null without one, and for what was received. */
  naira: string | null;
  /** The month whose closing took it; null before. Later than its own, it is an adjustment there. */
  closing: string | null;
  /** 1 once it is in `movement_totals`. */
  is_counted: number;
};

/** Sums of the movements that are counted and that no closing has taken. */
export type MovementTotalRow = Pick<MovementRow, "month" | "token" | "kind" | "source"> & {
  count: number;
  amount: string;
  naira: string;
  /** How many of them have an estimate in naira. */
  estimates: number;
};

/** Never changes. */
export type ClosingRow = {
  /** The month. */
  id: string;
  closed_at: string;
  closed_by: string;
  note: string | null;
  /** How many movements it took. */
  movements: number;
  /** SHA-256 over its figures and movements; see `closing-hash.ts`. */
  hash: string;
  /** JSON of `ClosedFigures`. */
  figures: string;
};

export type MonthTables = {
  movements: MovementRow;
  movement_totals: MovementTotalRow;
  closings: ClosingRow;
};
