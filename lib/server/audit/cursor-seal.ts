import { createHash } from "node:crypto";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";

/**
 * Invariant: a cursor that is moved writes its seal, so one that was set by hand past a deposit is named. It has no secret:
 * a copy is verified where none is, and a new AUTH_SECRET accuses nobody.
 */
export function cursorSeal(place: Omit<Place, "seal">): string {
  const { network, watched_since, settled, settled_hash, settled_time } = place;
  const content = JSON.stringify(["cursor-1", network, watched_since, settled, settled_hash, settled_time]);
  return createHash("sha256").update(content, "utf8").digest("hex");
}

type Place = Pick<
  ChainCursorRow,
  "network" | "watched_since" | "settled" | "settled_hash" | "settled_time" | "seal"
>;
