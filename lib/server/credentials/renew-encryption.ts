import "server-only";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { env } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";
import { authSecret } from "./secret";

/** Invariant: AUTH_SECRET can change without locking anybody out. What neither secret opens stays as it is. */

/** Encrypts second factors and the secrets of webhooks again when AUTH_SECRET_PREVIOUS is set. Returns how many. */
export async function renewEncryption(ledger: Db): Promise<number> {
  const { previousAuthSecret: previous } = env();
  if (previous === undefined) return 0;
  return (await renewFactors(ledger, previous)) + (await renewEndpoints(ledger, previous));
}

async function renewFactors(ledger: Db, previous: string): Promise<number> {
  const factors = await ledger
    .selectFrom("second_factors")
    .select(["id", "encrypted_secret", "encrypted_recovery_codes"])
    .execute();
  let renewed = 0;
  for (const { id, ...before } of factors) {
    const secret = await renew(before.encrypted_secret, previous);
    const codes = await renew(before.encrypted_recovery_codes, previous);
    if (secret === undefined || codes === undefined) continue;
    const { numUpdatedRows } = await ledger
      .updateTable("second_factors")
      .set({ encrypted_secret: secret, encrypted_recovery_codes: codes })
      .where("id", "=", id)
      .where("encrypted_secret", "=", before.encrypted_secret)
      .where("encrypted_recovery_codes", "=", before.encrypted_recovery_codes)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

async function renewEndpoints(ledger: Db, previous: string): Promise<number> {
  const endpoints = await ledger
    .selectFrom("endpoints")
    .select(["id", "encrypted_secret", "encrypted_previous_secret"])
    .execute();
  let renewed = 0;
  for (const { id, encrypted_secret: now, encrypted_previous_secret: before } of endpoints) {
    const secret = await renew(now, previous);
    if (secret === undefined) continue;
    const old = before === null ? undefined : await renew(before, previous);
    const { numUpdatedRows } = await ledger
      .updateTable("endpoints")
      .set({ encrypted_secret: secret, encrypted_previous_secret: old ?? before })
      .where("id", "=", id)
      .where("encrypted_secret", "=", now)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

/** `undefined` for what the previous secret doesn't open. */
async function renew(data: string, previous: string): Promise<string | undefined> {
  const plain = await symmetricDecrypt({ key: previous, data }).catch(() => undefined);
  return plain === undefined ? undefined : symmetricEncrypt({ key: authSecret(), data: plain });
}
