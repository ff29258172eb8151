import { randomBytes, scryptSync } from "node:crypto";

/**
 * What would be kept of a password had it been set when a hash cost a hundredth of today's: the server checks each hash at
 * the costs that stand beside it. For people of the tests who sign in many times.
 */
export function quickHash(password: string): string {
  const [log2N, r, p] = [10, 8, 1];
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2 ** log2N, r, p });
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}
