import { randomUUID } from "node:crypto";
import type { NameConfirmation, NameConfirmationInput } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { NameConfirmationRow } from "#lib/server/tables/payee-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { isSameName } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";
import { currentVersion, noPayee } from "./payees";
import { lockPayeeRow } from "./proposals";
import type { VersionName } from "./version-name";

/**
 * Invariant: somebody says that they compared the name of one version's account with whose it is. The service can't look a
 * name up, so it is never shown as verified. Another version is not confirmed.
 */

/** A person confirms a name now and then; more of one account say nothing new. */
const mostOfVersion = 100;

/** Throws `payee_changed` for another version than the current one. A repeat by the same person changes nothing. */
export async function confirmName(id: string, input: NameConfirmationInput, actor: Actor): Promise<void> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_payees");
    if (!(await lockPayeeRow(trx, id))) throw noPayee();
    const now = await currentVersion(trx, id);
    if (now?.n !== input.version)
      throw new Problem("payee_changed", "Its account has changed since you opened it. Nothing was saved.");
    const shownName = input.how === "bank_app" ? (input.shownName ?? "").trim().normalize("NFC") : null;
    if (shownName !== null && !isSameName(shownName, now.account_name))
      throw otherName(now.account_name, shownName);
    const row: NameConfirmationRow = {
      ...{ id: randomUUID(), payee_id: id, n: now.n, how: input.how, shown_name: shownName },
      ...{ note: input.note ?? null, person_id: actor.person.id, at: await readDatabaseTime(trx) },
    };
    const earlier = await newestOf(trx, { payeeId: id, n: now.n }).execute();
    if (isRepeat(row, earlier[0])) return;
    if (earlier.length >= mostOfVersion) throw confirmedOften();
    await trx.insertInto("name_confirmations").values(row).execute();
    coverRecord(trx, "confirmation-1", row);
    const detail = { how: row.how };
    await appendAudit(trx, { ...originOf(actor), action: "payee_name_confirmed", recordId: id, detail });
  });
}

function isRepeat(row: NameConfirmationRow, newest: NameConfirmationRow | undefined): boolean {
  return (
    newest?.person_id === row.person_id &&
    newest.how === row.how &&
    newest.shown_name === row.shown_name &&
    newest.note === row.note
  );
}

/** The newest of a version. */
export async function findConfirmation(
  ledger: Db | Trx,
  version: VersionName,
): Promise<NameConfirmation | null> {
  const row = await newestOf(ledger, version).limit(1).executeTakeFirst();
  if (row === undefined) return null;
  const { how, shown_name: shownName, note, at, name: by } = row;
  return { how, shownName, note, at, by };
}

/** Who confirmed the name of a version, and when; the newest first. */
export async function readConfirmations(
  ledger: Db | Trx,
  version: VersionName,
): Promise<Pick<NameConfirmationRow, "at" | "person_id">[]> {
  return newestOf(ledger, version).execute();
}

function newestOf(ledger: Db | Trx, { payeeId, n }: VersionName) {
  return ledger
    .selectFrom("name_confirmations")
    .leftJoin("people", "people.id", "name_confirmations.person_id")
    .selectAll("name_confirmations")
    .select(calledName().as("name"))
    .where("payee_id", "=", payeeId)
    .where("n", "=", n)
    .orderBy("at", "desc")
    .orderBy("name_confirmations.id", "desc");
}

function confirmedOften(): Problem {
  const detail = "The name of this account has been confirmed too often. Nothing was saved.";
  return new Problem("not_possible_now", detail);
}

function otherName(accountName: string, shownName: string): Problem {
  const message = `The app showed “${showInvisible(shownName)}”, and the account name here is “${showInvisible(accountName)}”. Change the account name first, or ask the payee.`;
  return new Problem("invalid_input", "Nothing was confirmed.", {
    errors: [{ path: "shownName", message }],
  });
}
