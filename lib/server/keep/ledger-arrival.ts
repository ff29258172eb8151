import type { AuditDetail } from "#lib/contract/audit/audit-actions";
import { appendAudit } from "#lib/server/audit/audit";
import { commandOrigin } from "#lib/server/auth/actor";
import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { presentServer } from "#lib/server/database/database-server";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { Examined } from "#lib/server/verify/examine-ledger";

/** Invariant: where a ledger came from is in its own audit log, without path, host or password. */

/** `replaced` is the end of the other ledger's log, where it could be read. */
export type Replacement = { isReplacement: boolean; replaced: string | undefined };

/** NUMBER:HASH, as `verify-audit` takes it; `undefined` for an empty log. */
export async function endOfAudit(ledger: Db): Promise<string | undefined> {
  const head = await ledger
    .selectFrom("audit_head")
    .select(["seq", "hash"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return head === undefined || head.seq === 0 ? undefined : `${head.seq}:${head.hash}`;
}

/** Returns the entry, as {@link endOfAudit} does. */
export async function recordRestore(
  trx: Trx,
  engine: DatabaseSetting["kind"],
  examined: Examined,
  { isReplacement, replaced }: Replacement,
): Promise<string> {
  const detail = {
    ...(await arrival(trx, "a_backup", engine, examined)),
    ...(isReplacement && { isReplacement }),
    ...(replaced !== undefined && { replaced }),
  };
  // An older backup may have this row. Without one, the first server holds new transfers.
  await trx.deleteFrom("database_server").execute();
  return append(trx, examined, () =>
    appendAudit(trx, { ...commandOrigin, action: "ledger_restored", recordId: null, detail }),
  );
}

/** Returns the entry, as {@link endOfAudit} does. */
export async function recordMove(trx: Trx, examined: Examined): Promise<string> {
  // Nothing was sent since: only the server differs. A hold of the file stays.
  await trx
    .updateTable("database_server")
    .set(await presentServer(trx))
    .execute();
  const detail = await arrival(trx, "embedded_database", "postgres", examined);
  return append(trx, examined, () =>
    appendAudit(trx, { ...commandOrigin, action: "ledger_moved", recordId: null, detail }),
  );
}

/**
 * Finds the entry of a move that was cut off after its last commit: the file's ledger, unchanged since. Else `undefined`.
 */
export async function findMove(source: Db, target: Db, examined: Examined): Promise<string | undefined> {
  const continues = await endOfAudit(source);
  const seq = Number.parseInt(continues ?? "0", 10) + 1;
  const entry = await target.selectFrom("audit_log").selectAll().where("seq", "=", seq).executeTakeFirst();
  if (entry?.action !== "ledger_moved" || continues !== `${seq - 1}:${entry.previous_hash}`) return undefined;
  const told = JSON.parse(entry.detail) as Partial<AuditDetail<"ledger_moved">>;
  const isSame = told.transfers === String(examined.transfers) && told.events === String(examined.events);
  return isSame ? `${entry.seq}:${entry.hash}` : undefined;
}

async function arrival(
  trx: Trx,
  source: AuditDetail<"ledger_moved">["source"],
  engine: DatabaseSetting["kind"],
  { transfers, events, faults }: Examined,
): Promise<AuditDetail<"ledger_moved">> {
  const continues = await endOfAudit(trx);
  return {
    by: "a_command",
    source,
    engine: engine === "postgres" ? "postgresql" : "embedded_database",
    transfers: String(transfers),
    events: String(events),
    ...(faults.length > 0 && { faults: String(faults.length) }),
    ...(continues !== undefined && { continues }),
  };
}

/** A broken log lets nobody sign in, so such a ledger is of no use. */
async function append(trx: Trx, { faults }: Examined, write: () => Promise<void>): Promise<string> {
  try {
    await write();
  } catch (cause) {
    const why = faults.at(-1) ?? "Its end is missing.";
    throw new Error(`Nothing was changed: the audit log of this ledger cannot be continued. ${why}`, {
      cause,
    });
  }
  return (await endOfAudit(trx)) ?? "";
}
