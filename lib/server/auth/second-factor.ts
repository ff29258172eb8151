import { randomBytes, randomUUID } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import type { Person } from "#lib/contract/roles";
import { sealSecret } from "#lib/server/credentials/bound-secret";
import { makeRecoveryCodes, recoveryCodeStore } from "#lib/server/credentials/recovery-codes";
import { growVersion } from "#lib/server/credentials/sign-in-version";
import type { Trx } from "#lib/server/tables/schema";
import { appName } from "./auth";

/** Returns what is shown once, and the row that is kept until its first code. */
export function makeSecondFactor({ id: person_id, email }: Pick<Person, "id" | "email">) {
  // 192 bits, in letters that an app takes.
  const secret = randomBytes(24).toString("base64url");
  const recoveryCodes = makeRecoveryCodes();
  return {
    // Apps show a plus as it stands.
    uri: createOTP(secret).url(appName, email).replaceAll("+", "%20"),
    recoveryCodes,
    row: {
      id: randomUUID(),
      person_id,
      encrypted_secret: sealSecret(secret, "second factor", person_id),
      encrypted_recovery_codes: recoveryCodeStore.encrypt(JSON.stringify(recoveryCodes), person_id),
      is_verified: 0,
      failed_count: 0,
      locked_until: null,
      last_step: 0,
    },
  };
}

/** Also ends the person's sessions, except the one that is kept. Returns what was removed. */
export async function takeSecondFactor(
  trx: Trx,
  personId: string,
  kept?: string,
): Promise<{ factors: bigint; sessions: number }> {
  await trx.updateTable("people").set({ two_factor_enabled: 0 }).where("id", "=", personId).execute();
  const sessions = await growVersion(trx, personId, kept);
  const gone = await trx.deleteFrom("second_factors").where("person_id", "=", personId).executeTakeFirst();
  return { factors: gone.numDeletedRows, sessions };
}
