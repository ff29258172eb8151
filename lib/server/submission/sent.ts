import "server-only";
import { LRUCache } from "lru-cache";
import { once } from "#lib/server/config/once";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import type { TransferRow } from "#lib/server/tables/schema";
import type { Submission } from "#lib/transfer/transfer-status";

/**
 * Invariant: a key that this server has sent is never sent by it again, also where the database has gone back to before
 * it was. A standby that takes over without the last commits forgets a transfer whole; this server still knows it.
 */

/** A transfer that was sent: its row as it was claimed, and who asked for it. */
export type Sent = { row: TransferRow; by: string | null };

/** What this server remembers of it; the outcome is not there while the call runs. */
type Remembered = Sent & { outcome?: InitiateOutcome; isReadBack: boolean };

/** An hour is longer than people try again, and than a standby lies behind. */
const rememberedMs = 60 * 60_000;
const mostBytes = 32 * 1024 * 1024;
/** A row with what belongs to it; the service's answer comes on top. */
const rowBytes = 4_096;

const memory = () =>
  once(
    "sent",
    () =>
      new LRUCache<string, Remembered>({
        ttl: rememberedMs,
        maxSize: mostBytes,
        sizeCalculation: ({ outcome }) => rowBytes + 2 * (outcome?.raw?.length ?? 0),
      }),
  );

/** Remembers it before the service hears of it. */
export function rememberSent(sent: Sent): void {
  memory().set(sent.row.idempotency_key, { ...sent, isReadBack: false });
}

/** Remembers what became of it. */
export function rememberOutcome(sent: Sent, outcome: InitiateOutcome): void {
  memory().set(sent.row.idempotency_key, { ...sent, outcome, isReadBack: false });
}

/** Whether the database knows nothing of a transfer, or says that nothing was sent: of what this server has sent. */
export function isOlder(submission: Submission | undefined): boolean {
  return submission === undefined || submission === "recorded" || submission === "cancelled";
}

/** What this server has sent under a key. */
export function sentUnder(idempotencyKey: string): Remembered | undefined {
  return memory().get(idempotencyKey);
}

/** What was not found in the database again since it was sent, or since it was answered. */
export function notReadBack(): (Sent & { outcome?: InitiateOutcome | undefined })[] {
  return [...memory().values()].flatMap(({ row, by, outcome, isReadBack }) =>
    isReadBack ? [] : [{ row, by, outcome }],
  );
}

/** Nothing counts as found again: another server of the database answers now. */
export function forgetReadBack(): void {
  for (const remembered of memory().values()) remembered.isReadBack = false;
}

/** Notes that the database has it, on a look that came after its commit; an outcome that came since is looked for anew. */
export function noteReadBack({ row, outcome }: Sent & { outcome?: InitiateOutcome | undefined }): void {
  const found = memory().peek(row.idempotency_key);
  if (found !== undefined && found.outcome === outcome) found.isReadBack = true;
}
