import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { takeSecondFactor } from "#lib/server/auth/second-factor";
import { tellPerson } from "#lib/server/outbox/tell-people";
import type { Db } from "#lib/server/tables/schema";
import { holdApprovals } from "./approval-hold";
import { makeLink } from "./links";

/**
 * Invariant: the operator can let somebody in again, which is logged. The old password works until the link is used, and a
 * disabled account stays disabled.
 */

/**
 * Removes the second factor, ends the sessions, and makes a link for a new password. Returns its path and expiry (ISO 8601);
 * `undefined` for an unknown e-mail address.
 */
export async function resetSignIn(
  ledger: Db,
  email: string,
): Promise<{ path: string; expiresAt: string } | undefined> {
  return inTransaction(ledger, async (trx) => {
    const person = await trx
      .updateTable("people")
      .set({ updated_at: new Date().toISOString() })
      .where("email", "=", email.trim().normalize().toLowerCase())
      .returning(["id", "email"])
      .executeTakeFirst();
    if (person === undefined) return undefined;
    const { id } = person;
    const { factors, sessions } = await takeSecondFactor(trx, id);
    if (factors > 0n) await holdApprovals(trx, id, "factor_reset");
    const link = await makeLink(trx, {
      kind: "password",
      email: null,
      role: null,
      person_id: id,
      created_by: null,
    });
    const act = { actor: null, address: null, userAgent: null, recordId: id };
    const detail = { email: person.email, by: "a_command" as const };
    if (factors > 0n) {
      await tellPerson(trx, id, "security.second_factor_reset");
      await appendAudit(trx, { ...act, action: "second_factor_reset", detail });
    }
    await appendAudit(trx, {
      ...act,
      action: "password_reset",
      detail: { ...detail, sessionsEnded: String(sessions) },
    });
    return { path: link.path, expiresAt: link.expiresAt };
  });
}
