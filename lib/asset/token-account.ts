import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";

/** Solana keeps an owner's tokens in accounts of their own, one for each mint, at an address that follows from both. */

export const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const accountProgram = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const marker = new TextEncoder().encode("ProgramDerivedAddress");

/** Returns the address of the account that holds a mint's tokens of an owner: the classic token program's. Base58. */
export function tokenAccount(owner: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((address) => base58.decode(address));
  // The first address that is no key: so nobody can sign for it.
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256.create();
    for (const part of [...seeds, Uint8Array.of(bump), base58.decode(accountProgram), marker])
      hash.update(part);
    const address = hash.digest();
    if (!isOnCurve(address)) return base58.encode(address);
  }
  throw new RangeError("No token account follows from these.");
}

const prime = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether 32 bytes are a point of Ed25519: whether x² = (y² - 1) / (d·y² + 1) has an answer. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n;
  for (const [at, byte] of bytes.entries()) y |= BigInt(at === 31 ? byte & 0x7f : byte) << BigInt(8 * at);
  const square = (y * y) % prime;
  // A quotient is a square where the product is.
  return isSquare(((square + prime - 1n) * (d * square + 1n)) % prime);
}

/** Euler's criterion: its power to (p - 1) / 2, which is 2^254 - 10, is 1. */
function isSquare(number: bigint): boolean {
  let power = number;
  for (let at = 0; at < 254; at++) power = (power * power) % prime;
  return power === number ** 10n % prime;
}
