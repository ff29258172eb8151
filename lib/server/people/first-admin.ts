import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { ConfigurationError, env } from "#lib/server/config/env";
import { newPasswordFault } from "#lib/server/credentials/new-password";
import { hashPassword } from "#lib/server/credentials/password-hash";
import { db } from "#lib/server/database/db";
import { addPerson, hasPeople, makeLink, requireOnlyPerson } from "./links";

/**
 * Invariant: there is no default password. The first admin comes from OWNER_EMAIL and OWNER_PASSWORD, or from a one-time
 * link in the server's output.
 */

/**
 * Returns the link's path; `undefined` when somebody has an account. Throws `ConfigurationError` for a weak OWNER_PASSWORD.
 */
export async function prepareFirstAdmin(): Promise<string | undefined> {
  const ledger = await db();
  if (await hasPeople(ledger)) return undefined;
  const { owner } = env();
  if (owner === undefined) {
    const link = await inTransaction(ledger, (trx) =>
      makeLink(trx, { kind: "setup", email: null, role: "admin", person_id: null, created_by: null }),
    );
    return link.path;
  }
  const fault = await newPasswordFault(owner.password, [owner.email]);
  if (fault !== undefined) throw new ConfigurationError([`OWNER_PASSWORD cannot be used. ${fault}`]);
  const hash = await hashPassword(owner.password);
  await inTransaction(ledger, async (trx) => {
    const id = await addPerson(trx, { name: owner.email, email: owner.email, role: "admin" }, hash);
    await appendAudit(trx, { ...commandOrigin, action: "setup_done", recordId: id, detail: {} });
    await requireOnlyPerson(trx);
  }).catch(async (error: unknown) => {
    // Another server on the same database was first.
    if (!(await hasPeople(ledger))) throw error;
  });
  return undefined;
}
