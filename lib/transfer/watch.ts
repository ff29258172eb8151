import { neverCreated, type TransferStatus } from "./transfer-status";

/** Invariant: nobody is asked about an address longer than somebody may send to it. */

const dayMs = 86_400_000;
/** Since the transfer was made. */
export const watchedMs = 30 * dayMs;
/** Since the last news of one that is over. */
export const watchedOverMs = 7 * dayMs;

/** The service has said that it is over. */
export const overStatuses = [
  ...(["paid", "failed", "reversed", "refunded", "refund_failed"] as const),
  ...(["expired", "cancelled_by_service"] as const),
] as const satisfies TransferStatus[];

/** Nobody can be asked to send to these any more, whoever ended them. */
export const endedStatuses = [
  ...overStatuses,
  ...(["refunding"] as const),
  ...neverCreated,
] as const satisfies TransferStatus[];

type Watchable = { status: TransferStatus; created_at: string; updated_at: string };

/** When its address stops being looked at, in milliseconds since 1970. */
export function endOfWatch({ status, created_at, updated_at }: Watchable): number {
  const end = Date.parse(created_at) + watchedMs;
  const isOver = overStatuses.some((over) => over === status);
  return isOver ? Math.min(end, Date.parse(updated_at) + watchedOverMs) : end;
}
