import "server-only";
import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Db } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";
import { authSecret } from "./secret";

/**
 * Invariant: a code of an authenticator app works once. The sign-in library takes a code as often as it comes, so the
 * newest used time step is kept, and a step that is not newer is refused (RFC 6238, 5.2). A kept step that lies ahead of
 * every clock is invalid: it was used while a clock was ahead, and would shut its owner out until then.
 */

const stepMs = 30_000;
/** A clock may be one step behind or ahead. */
const tolerance = [0, -1, 1];
/** How far the newest step can be ahead of one that is given now: both ends of the tolerance, on differing clocks. */
const mostAhead = 2 + clockToleranceMs / stepMs;

/** A code that is right: its time step, and the second factor that it was judged by. */
export type RightCode = { step: number; encryptedSecret: string };

/** Judges a code of the person's second factor; `undefined` when it is wrong. */
export async function judgeCode(ledger: Db, personId: string, code: string): Promise<RightCode | undefined> {
  const factor = await ledger
    .selectFrom("second_factors")
    .select("encrypted_secret")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (factor === undefined) return undefined;
  const encryptedSecret = factor.encrypted_secret;
  const step = await stepOf(await symmetricDecrypt({ key: authSecret(), data: encryptedSecret }), code);
  return step === undefined ? undefined : { step, encryptedSecret };
}

/**
 * Uses a code up; false when it, or a newer one, was used before, or when the second factor is another one by now. Of
 * many at once, one succeeds.
 */
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
