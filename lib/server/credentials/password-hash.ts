import { randomBytes, randomUUID, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { inTurn } from "./password-line";

/** Invariant: only a password's scrypt hash is kept, beside its costs, so that new ones can cost more. */

/** OWASP's Password Storage Cheat Sheet, at least: 128 MiB of memory a hash. */
export const passwordCost = { log2N: 17, r: 8, p: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;
const written = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

type Cost = { log2N: number; r: number; p: number };

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const { log2N, r, p } = passwordCost;
  const hash = await derive(password, salt, passwordCost, hashBytes);
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

export async function verifyPassword(kept: string, password: string): Promise<boolean> {
  const [, log2N = "", r = "", p = "", salt = "", hash = ""] = written.exec(kept) ?? [];
  if (hash === "") return false;
  const expected = Buffer.from(hash, "base64url");
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, "base64url"), cost, expected.length);
  return timingSafeEqual(given, expected);
}

function derive(password: string, salt: Buffer, { log2N, r, p }: Cost, bytes: number): Promise<Buffer> {
  const N = 2 ** log2N;
  // Node's default limit of memory is below these costs: 128 * N * r, and some more for p.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 16) };
  // A caller without a turn has found the person to be known.
  return inTurn(
    { isKnown: true, share: randomUUID() },
    () =>
      new Promise((resolve, reject) =>
        scrypt(password, salt, bytes, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        ),
      ),
  );
}
