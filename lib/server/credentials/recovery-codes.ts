import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { authSecret } from "./secret";

/**
 * Invariant: of a recovery code the database holds a hash alone, encrypted besides. A code is random enough (120 bits)
 * for a fast hash (NIST SP 800-63B, 3.1.2.2).
 */

const count = 10;
const groups = 6;
const groupLength = 4;
/** Crockford's: no letter that looks like a digit. Its length divides 256, so each sign is as likely as another. */
const signs = "0123456789abcdefghjkmnpqrstvwxyz";
const hashLength = 43;

/** Makes new codes, such as `3f7k-…`, six groups of four. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...randomBytes(groups * groupLength)].map((byte) => signs[byte % signs.length]).join("");
    return letters.replace(/.{4}(?=.)/g, "$&-");
  });
}

/** What the store knows a code by; how it was typed, in capitals or without hyphens, makes no difference. */
export function hashRecoveryCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(`recovery-code\0${plain}`).digest("base64url");
}

/** How the sign-in library keeps its list of codes: new ones come as they are shown, those that are left as hashes. */
export const recoveryCodeStore = {
  encrypt: (list: string): Promise<string> => {
    const hashes = (JSON.parse(list) as string[]).map((each) =>
      each.length === hashLength ? each : hashRecoveryCode(each),
    );
    return symmetricEncrypt({ key: authSecret(), data: JSON.stringify(hashes) });
  },
  decrypt: (kept: string): Promise<string> => symmetricDecrypt({ key: authSecret(), data: kept }),
};
