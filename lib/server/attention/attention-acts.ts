import type { BulkResolutionInput, BulkResult, OwnerInput } from "#lib/contract/attention";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { holdPerson } from "#lib/server/credentials/sign-in-version";
import { db } from "#lib/server/database/db";
import { appendRecord, isAsSeen } from "#lib/server/ledger/notes";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { PersonRow, Trx } from "#lib/server/tables/schema";

/** Invariant: each transfer is judged on its locked row, in a transaction of its own with its audit entry. */

type Outcome = BulkResult["outcome"];
type Judged = { id: string; seen?: string };

/** Marks as resolved what has not changed since the person saw it. A repeat changes nothing. */
export async function resolveMany(
  { transfers, text }: BulkResolutionInput,
  actor: Actor,
): Promise<BulkResult[]> {
  const nothingFirst = () => Promise.resolve(null);
  return eachOf(transfers, actor, nothingFirst, async (trx, { id, seen }) => {
    const row = await trx
      .selectFrom("transfers")
      .select("is_handled")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (row.is_handled === 1) return "already";
    if (!(await isAsSeen(trx, id, seen))) return "changed";
    await appendRecord(trx, id, { kind: "handled", text }, actor);
    return "done";
  });
}

/** Says who takes care of them, and until when. Throws `invalid_input` for a person who can't sign in. */
export async function assignMany(
  { transfers, person, dueInHours }: OwnerInput,
  actor: Actor,
): Promise<BulkResult[]> {
  const ids = transfers.map((id) => ({ id }));
  const due_at =
    dueInHours == null ? null : new Date(Date.now() + Number(dueInHours) * 3_600_000).toISOString();
  const isTimed = dueInHours !== undefined;
  const holdFirst = (trx: Trx) => (person === null ? Promise.resolve(null) : holdOwner(trx, person));
  return eachOf(ids, actor, holdFirst, async (trx, { id }, owner) => {
    const changed = await trx
      .updateTable("transfers")
      .set({ owner_id: owner?.id ?? null, ...(isTimed && { due_at }) })
      .where("id", "=", id)
      .where((eb) =>
        eb.or([
          eb("owner_id", "is distinct from", owner?.id ?? null),
          ...(isTimed ? [eb("due_at", "is distinct from", due_at)] : []),
        ]),
      )
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return "already";
    await appendAudit(trx, {
      ...originOf(actor),
      action: "attention_assigned",
      recordId: id,
      detail: {
        ...(owner !== null && { email: owner.email }),
        ...(dueInHours != null && { dueHours: dueInHours }),
      },
    });
    return "done";
  });
}

/** `holdFirst` locks people: every transaction locks them before transfers. */
async function eachOf<Held>(
  transfers: readonly Judged[],
  actor: Actor,
  holdFirst: (trx: Trx) => Promise<Held>,
  act: (trx: Trx, judged: Judged, first: Held) => Promise<Outcome>,
): Promise<BulkResult[]> {
  const ledger = await db();
  const results: BulkResult[] = [];
  const seen = new Set<string>();
  for (const judged of transfers) {
    const { id } = judged;
    if (seen.has(id)) continue;
    seen.add(id);
    const outcome = await inTransaction(ledger, async (trx): Promise<Outcome> => {
      await judgeAgain(trx, actor, "note");
      const first = await holdFirst(trx);
      const held = await holdTransfers(trx, [id]);
      return held.length === 0 ? "not_found" : act(trx, judged, first);
    }).catch((error: unknown): { detail: string } => {
      if (error instanceof Problem && error.code === "not_resolvable") return { detail: error.detail };
      throw error;
    });
    results.push(
      typeof outcome === "string"
        ? { id, outcome, detail: null }
        : { id, outcome: "refused", detail: outcome.detail },
    );
  }
  return results;
}

/** Locked, so that nobody who is disabled meanwhile becomes an owner. */
async function holdOwner(trx: Trx, id: string): Promise<PersonRow> {
  const owner = await holdPerson(trx, id);
  if (owner === undefined || owner.is_disabled === 1)
    throw new Problem("invalid_input", "This person can’t sign in now. Choose somebody else.");
  return owner;
}
