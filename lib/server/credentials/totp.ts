import { createOTP } from "@better-auth/utils/otp";
import type { Db } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";
import { openSecret } from "./bound-secret";

/**
 * Invariant: an app's code works once (RFC 6238, 5.2): the library would take it again, so the newest used step is kept. A
 * kept step ahead of every clock is ignored, or it would lock its owner out.
 */

const stepMs = 30_000;
/** A clock may be one step behind or ahead. */
const tolerance = [0, -1, 1];
/** The tolerance of both steps, on differing clocks. */
const mostAhead = 2 + clockToleranceMs / stepMs;

/** Its time step, and the second factor that it was judged by. */
export type RightCode = { step: number; encryptedSecret: string };

/** `undefined` for a wrong code. */
export async function judgeCode(ledger: Db, personId: string, code: string): Promise<RightCode | undefined> {
  const factor = await ledger
    .selectFrom("second_factors")
    .select("encrypted_secret")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (factor === undefined) return undefined;
  const encryptedSecret = factor.encrypted_secret;
  const step = await stepOf(await openSecret(encryptedSecret, "second factor", personId), code);
  return step === undefined ? undefined : { step, encryptedSecret };
}

/** False when it or a newer code was used, or the second factor has changed. Of many at once, one succeeds. */
export async function takeCode(ledger: Db, personId: string, code: RightCode | undefined): Promise<boolean> {
  if (code === undefined) return false;
  const used = await ledger
    .updateTable("second_factors")
    .set({ last_step: code.step })
    .where("person_id", "=", personId)
    .where("encrypted_secret", "=", code.encryptedSecret)
    .where(({ eb, or }) => or([eb("last_step", "<", code.step), eb("last_step", ">", code.step + mostAhead)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const now = Math.floor(Date.now() / stepMs);
  const otp = createOTP(secret);
  for (const offset of tolerance) {
    if ((await otp.hotp(now + offset)) === code) return now + offset;
  }
  return undefined;
}
