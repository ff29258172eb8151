import { createHash } from "node:crypto";
import type { AuditDetail } from "#lib/contract/audit/audit-actions";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: an export is in the audit log before its first byte leaves, and reads its next part only when the last was taken.
 * A person has one at a time.
 */

/** Whoever takes nothing for so long has gone, even where nobody said so. */
const takenWithinMs = 60_000;

/** `rows`: how many were read until then. */
export type Part = { bytes: Uint8Array; rows: number };

/**
 * `begin` judges the person and writes the first entry. With `isEvidence` the last one has the hash of the whole file. Throws
 * `too_many_requests` during another export of the same person.
 */
export async function streamExport(
  ledger: Db,
  actor: Actor,
  parts: AsyncGenerator<Part>,
  { begin, isEvidence = false }: { begin: () => Promise<void>; isEvidence?: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const running = once("exports", () => new Set<string>());
  if (running.has(actor.person.id)) {
    const detail = "One of your exports is still running. Wait for it, or cancel it.";
    throw new Problem("too_many_requests", detail, { retryAfterSeconds: 5 });
  }
  running.add(actor.person.id);
  try {
    await begin();
    return streamOf(parts, async ({ rows, hash }, isWhole) => {
      running.delete(actor.person.id);
      const file = isEvidence && isWhole ? { file: `sha256:${hash}` } : {};
      await recordEnd(ledger, actor, { rows: `${Math.min(rows, 9_999_999)}`, isWhole, ...file });
    });
  } catch (error) {
    running.delete(actor.person.id);
    throw error;
  }
}

type Read = { rows: number; hash: string };

/** Reads a part when the last one was taken. `onEnd` hears once what was read, and whether that is all. */
function streamOf(
  parts: AsyncGenerator<Part>,
  onEnd: (read: Read, isWhole: boolean) => Promise<void>,
): ReadableStream<Uint8Array> {
  let rows = 0;
  const hash = createHash("sha256");
  let hasEnded = false;
  let waiting: NodeJS.Timeout | undefined;
  const end = async (isWhole: boolean) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(waiting);
    await onEnd({ rows, hash: hash.digest("hex") }, isWhole).catch((error: unknown) => {
      log().error({ name: error instanceof Error ? error.name : "unknown" }, "end of an export not recorded");
    });
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(waiting);
        try {
          const { value, done } = await parts.next();
          // Its reader may have left while the page was read.
          if (hasEnded) return;
          if (done === true) {
            await end(true);
            return controller.close();
          }
          rows = value.rows;
          hash.update(value.bytes);
          controller.enqueue(value.bytes);
          waiting = setTimeout(() => {
            controller.error(new Error("Nobody takes this export."));
            void end(false).then(() => parts.return(undefined));
          }, takenWithinMs).unref();
        } catch (error) {
          log().error({ name: error instanceof Error ? error.name : "unknown", rows }, "export broken off");
          await end(false);
          controller.error(error);
        }
      },
      async cancel() {
        await end(false);
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

async function recordEnd(ledger: Db, actor: Actor, detail: AuditDetail<"export_ended">): Promise<void> {
  await inTransaction(ledger, (trx) =>
    appendAudit(trx, { ...originOf(actor), action: "export_ended", recordId: null, detail }),
  );
}
