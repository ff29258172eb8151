import { env } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";
import { sealAgain } from "./bound-secret";

/**
 * Invariant: AUTH_SECRET can change without locking anybody out. What no known secret opens stays as it is.
 */

/** Encrypts second factors and the secrets of webhooks again where that is due. Returns how many. */
export async function renewEncryption(ledger: Db): Promise<number> {
  const { previousAuthSecret: previous } = env();
  return (await renewFactors(ledger, previous)) + (await renewEndpoints(ledger, previous));
}

async function renewFactors(ledger: Db, previous: string | undefined): Promise<number> {
  const factors = await ledger
    .selectFrom("second_factors")
    .select(["id", "person_id", "encrypted_secret", "encrypted_recovery_codes"])
    .execute();
  let renewed = 0;
  for (const { id, person_id, ...before } of factors) {
    const secret = sealAgain(before.encrypted_secret, "second factor", person_id, previous);
    const codes = sealAgain(before.encrypted_recovery_codes, "recovery codes", person_id, previous);
    if (secret === undefined && codes === undefined) continue;
    const { numUpdatedRows } = await ledger
      .updateTable("second_factors")
      .set({
        encrypted_secret: secret ?? before.encrypted_secret,
        encrypted_recovery_codes: codes ?? before.encrypted_recovery_codes,
      })
      .where("id", "=", id)
      .where("encrypted_secret", "=", before.encrypted_secret)
      .where("encrypted_recovery_codes", "=", before.encrypted_recovery_codes)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

async function renewEndpoints(ledger: Db, previous: string | undefined): Promise<number> {
  const endpoints = await ledger
    .selectFrom("endpoints")
    .select(["id", "encrypted_secret", "encrypted_previous_secret"])
    .execute();
  let renewed = 0;
  for (const { id, encrypted_secret: now, encrypted_previous_secret: before } of endpoints) {
    const secret = sealAgain(now, "webhook", id, previous);
    const old = before === null ? undefined : sealAgain(before, "webhook", id, previous);
    if (secret === undefined && old === undefined) continue;
    const { numUpdatedRows } = await ledger
      .updateTable("endpoints")
      .set({ encrypted_secret: secret ?? now, encrypted_previous_secret: old ?? before })
      .where("id", "=", id)
      .where("encrypted_secret", "=", now)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}
