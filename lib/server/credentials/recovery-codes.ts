import { createHash, randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "./bound-secret";

/** Invariant: only a code's hash is stored, and encrypted for its person. 120 random bits allow a fast hash (NIST SP 800-63B, 3.1.2.2). */

const count = 10;
const groups = 6;
const groupLength = 4;
/** Crockford's: no letter looks like a digit. 32 signs divide 256, so each is as likely. */
const signs = "0123456789abcdefghjkmnpqrstvwxyz";
const hashLength = 43;

/** Six groups of four, such as `3f7k-…`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...randomBytes(groups * groupLength)].map((byte) => signs[byte % signs.length]).join("");
    return letters.replace(/.{4}(?=.)/g, "$&-");
  });
}

/** Ignores capitals and hyphens. */
export function hashRecoveryCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(`recovery-code\0${plain}`).digest("base64url");
}

/** In the sign-in library's list, new codes are as shown and stored ones are hashes. */
export const recoveryCodeStore = {
  encrypt: (list: string, personId: string): string => {
    const hashes = (JSON.parse(list) as string[]).map((each) =>
      each.length === hashLength ? each : hashRecoveryCode(each),
    );
    return sealSecret(JSON.stringify(hashes), "recovery codes", personId);
  },
  decrypt: (kept: string, personId: string): Promise<string> => openSecret(kept, "recovery codes", personId),
};
