import type { Payee } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, commandOrigin, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { PayeeDecisionRow, PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { payeeGates } from "./payee-gates";
import { currentVersion, findPayee, noPayee, refuseSaved } from "./payees";
import { type VersionName, versionName } from "./version-name";

/**
 * Versions that count only once a second person has agreed. Until then the version before is the current one, and can be paid.
 *
 * Invariant: a proposed version ends once, by a row that never changes; every act locks the payee first.
 */

/** Locks the payee until the transaction ends. Whether it is there. */
export async function lockPayeeRow(trx: Trx, id: string): Promise<boolean> {
  // An update that changes nothing is a lock on both engines.
  const { numUpdatedRows } = await trx
    .updateTable("payees")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Each version of an account with what was decided on it, where it needed somebody. */
export function decidedVersions(ledger: Db | Trx) {
  return ledger
    .selectFrom("payee_versions")
    .leftJoin("payee_decisions", (join) =>
      join
        .onRef("payee_decisions.payee_id", "=", "payee_versions.payee_id")
        .onRef("payee_decisions.n", "=", "payee_versions.n"),
    );
}

/** The version that waits, of a payee that is locked. */
export async function findProposed(ledger: Db | Trx, payeeId: string): Promise<PayeeVersionRow | undefined> {
  return ledger
    .selectFrom("payee_versions")
    .selectAll()
    .where("payee_id", "=", payeeId)
    .where("state", "=", "proposed")
    .executeTakeFirst();
}

type End = { outcome: PayeeDecisionRow["outcome"]; reason?: string };

/**
 * Ends the wait of a version, for the gate that has judged the person, or by time (`actor` is null). Throws `not_waiting`, and
 * for one that nobody may agree to any more `payee_changed` and `payee_exists`.
 */
export async function endProposal(
  trx: Trx,
  { payeeId, n }: VersionName,
  { outcome, reason }: End,
  actor: Actor | null,
): Promise<void> {
  await lockPayeeRow(trx, payeeId);
  const row = await findProposed(trx, payeeId);
  if (row?.n !== n) throw notProposed();
  if (outcome === "agreed") await makeCurrent(trx, row);
  await trx
    .updateTable("payee_versions")
    .set({ state: outcome === "agreed" ? "current" : outcome })
    .where("payee_id", "=", payeeId)
    .where("n", "=", n)
    .execute();
  const decision: PayeeDecisionRow = {
    ...{ id: versionName({ payeeId, n }), payee_id: payeeId, n, outcome },
    at: await readDatabaseTime(trx),
    person_name: actor?.person.email ?? null,
    reason: reason ?? null,
  };
  await trx.insertInto("payee_decisions").values(decision).execute();
  coverRecord(trx, "agreement-1", decision);
  await appendAudit(trx, {
    ...(actor === null ? commandOrigin : originOf(actor)),
    action: `payee_account_${outcome}`,
    recordId: payeeId,
    detail: { accountLastFour: row.account_number.slice(-4) },
  });
}

async function makeCurrent(trx: Trx, row: PayeeVersionRow): Promise<void> {
  const { payee_id: id } = row;
  const { archived_at } = await trx
    .selectFrom("payees")
    .select("archived_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (archived_at !== null)
    throw new Problem("payee_changed", "This payee was archived meanwhile. Nothing was changed.");
  await holdValue(trx, "payees", "");
  const before = await currentVersion(trx, id);
  const isMoved = before?.bank_code !== row.bank_code || before.account_number !== row.account_number;
  if (isMoved) await refuseSaved(trx, { bankCode: row.bank_code, accountNumber: row.account_number });
  await trx
    .updateTable("payee_versions")
    .set({ state: "past" })
    .where("payee_id", "=", id)
    .where("state", "=", "current")
    .execute();
}

/** By whoever proposed it or an admin, without what made it wait, so that nobody is stuck with it. A repeat changes nothing. */
export async function withdrawProposal(payeeId: string, n: number, actor: Actor): Promise<Payee> {
  return inTransaction(await db(), async (trx) => {
    const { person } = await judgeAgain(trx, actor, "keep_payees");
    if (!(await lockPayeeRow(trx, payeeId))) throw noPayee();
    const row = await findProposed(trx, payeeId);
    if (row?.n === n) {
      if (row.person_name !== person.email && person.role !== "admin") {
        const detail = "Only the person who asked for it, or an admin, can withdraw it. Nothing was changed.";
        throw new Problem("not_allowed", detail);
      }
      await endWithGates(trx, { payeeId, n }, "withdrawn", actor);
    } else if (!(await wasWithdrawn(trx, { payeeId, n }))) throw notProposed();
    const payee = await findPayee(trx, payeeId);
    if (payee === undefined) throw noPayee();
    return payee;
  });
}

async function wasWithdrawn(trx: Trx, version: VersionName): Promise<boolean> {
  const row = await trx
    .selectFrom("payee_decisions")
    .select("outcome")
    .where("id", "=", versionName(version))
    .executeTakeFirst();
  return row?.outcome === "withdrawn";
}

/** A restored ledger must not offer what was decided already. */
export async function withdrawAllProposed(ledger: Db): Promise<void> {
  const waiting = await ledger
    .selectFrom("payee_versions")
    .select(["payee_id", "n"])
    .where("state", "=", "proposed")
    .orderBy("payee_id")
    .execute();
  for (const { payee_id: payeeId, n } of waiting)
    await inTransaction(ledger, async (trx) => {
      await lockPayeeRow(trx, payeeId);
      if ((await findProposed(trx, payeeId))?.n !== n) return;
      await endWithGates(trx, { payeeId, n }, "withdrawn", null);
    });
}

async function endWithGates(
  trx: Trx,
  version: VersionName,
  outcome: "withdrawn" | "expired",
  actor: Actor | null,
): Promise<void> {
  for (const gate of payeeGates.all()) await gate.withdraw(trx, version);
  await endProposal(trx, version, { outcome }, actor);
}

function notProposed(): Problem {
  const detail = "This account waits for nobody any more. Nothing was changed. Reload the page.";
  return new Problem("not_waiting", detail);
}
