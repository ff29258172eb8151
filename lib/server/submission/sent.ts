import { LRUCache } from "lru-cache";
import { once } from "#lib/server/config/once";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import type { TransferRow } from "#lib/server/tables/schema";
import type { Submission } from "#lib/transfer/transfer-status";

/**
 * Invariant: this server never sends a key twice, even if the database went back to before the first time, as with a standby
 * that lacks the last commits.
 */

/** Its row as it was claimed, who asked for it, and what each gate holds of it. */
export type Sent = { row: TransferRow; by: string | null; agreed: readonly (string | null)[] };

/** There is no outcome while the call runs. */
type Remembered = Sent & { outcome?: InitiateOutcome; isReadBack: boolean };

/** Longer than people retry, and than a standby lies behind. */
const rememberedMs = 60 * 60_000;
const mostBytes = 32 * 1024 * 1024;
/** A row's size in memory, without the service's answer. */
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

/** Call it before the service hears of it. */
export function rememberSent(sent: Sent): void {
  memory().set(sent.row.idempotency_key, { ...sent, isReadBack: false });
}

export function rememberOutcome(sent: Sent, outcome: InitiateOutcome): void {
  memory().set(sent.row.idempotency_key, { ...sent, outcome, isReadBack: false });
}

const beforeClaim = new Set<Submission>(["recorded", "awaiting_approval", "cancelled", "declined"]);

/** Whether the database, compared with this server, lacks the transfer or its claim. */
export function isOlder(submission: Submission | undefined): boolean {
  return submission === undefined || beforeClaim.has(submission);
}

export function sentUnder(idempotencyKey: string): Remembered | undefined {
  return memory().get(idempotencyKey);
}

/** Not found in the database since it was sent, or since it was answered. */
export function notReadBack(): (Sent & { outcome?: InitiateOutcome | undefined })[] {
  return [...memory().values()].flatMap(({ row, by, agreed, outcome, isReadBack }) =>
    isReadBack ? [] : [{ row, by, agreed, outcome }],
  );
}

/** After a change of the database's server. */
export function forgetReadBack(): void {
  for (const remembered of memory().values()) remembered.isReadBack = false;
}

/** Call it on a look after the commit. A newer outcome is looked for again. */
export function noteReadBack({ row, outcome }: Sent & { outcome?: InitiateOutcome | undefined }): void {
  const found = memory().peek(row.idempotency_key);
  if (found !== undefined && found.outcome === outcome) found.isReadBack = true;
}
