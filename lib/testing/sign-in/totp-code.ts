import { setTimeout } from "node:timers/promises";
import { createOTP } from "@better-auth/utils/otp";
import { base32nopad } from "@scure/base";

const stepMs = 30_000;

/**
 * The code that an authenticator app shows for a secret (base32), or showed or will show so many time steps away; the
 * server takes one step before and behind. The one of before is made where it stays good for ten seconds more.
 */
export async function codeOf(secret: string, step: number): Promise<string> {
  const left = stepMs - (Date.now() % stepMs);
  // A timer may be a millisecond early.
  if (step === -1 && left < stepMs / 3) await setTimeout(left + 50);
  const key = new TextDecoder().decode(base32nopad.decode(secret.replaceAll(" ", "")));
  return createOTP(key).hotp(Math.floor(Date.now() / stepMs) + step);
}
