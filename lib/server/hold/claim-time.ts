import { env } from "#lib/server/config/env";
import type { TransferRow } from "#lib/server/tables/schema";

/** How long beyond the call's own limit a claim is waited for before it counts as lost. */
const dispatchGraceMs = 10_000;

/** In milliseconds. */
export function claimLifeMs(): number {
  return env().serviceTimeoutMs + dispatchGraceMs;
}

export type Claimed = Pick<TransferRow, "dispatch_deadline">;

/** By the database's clock (ISO 8601); `undefined` where the row doesn't say. */
export function claimedAt({ dispatch_deadline }: Claimed): string | undefined {
  if (dispatch_deadline === null) return undefined;
  return new Date(Date.parse(dispatch_deadline) - claimLifeMs()).toISOString();
}
