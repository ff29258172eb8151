import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Invariant: a secret in a file is random, readable by its owner alone, and on the disk before it is used. Of several
 * processes that make it at once, one wins and all read the same.
 */

/** Of 32 random hexadecimal digits fewer than 9 kinds come once in 300,000 times. */
const leastSigns = 9;
const leastLength = 32;
const mostLength = 1024;

/** Whether a text is random enough for a secret. */
export function looksRandom(secret: string): boolean {
  const isLong = secret.length >= leastLength && secret.length <= mostLength;
  const isRepeated = `${secret}${secret}`.indexOf(secret, 1) < secret.length;
  return isLong && !isRepeated && new Set(secret).size >= leastSigns;
}

/** Returns the file's secret, or what is wrong with it; `undefined` without a file. */
export function readKeptSecret(file: string): { secret: string } | { wrong: string } | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    return isCode(error, "ENOENT") ? undefined : { wrong: "cannot be read" };
  }
  try {
    const state = fstatSync(descriptor);
    if (!state.isFile()) return { wrong: "is not a file" };
    // Windows has no such modes; a cluster gives the group of a volume its rights to every file there.
    if (process.platform !== "win32" && (state.mode & 0o007) !== 0)
      return { wrong: "can be read by every account of this machine" };
    if (state.size > 4 * mostLength) return { wrong: "is too long to be a secret" };
    const secret = readFileSync(descriptor, "utf8").trim();
    if (secret === "") return { wrong: "is empty" };
    return looksRandom(secret) ? { secret } : { wrong: "holds no random secret of 32 characters or more" };
  } catch {
    return { wrong: "cannot be read" };
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the secret where there is none. Throws where the file can't be used. */
export function keptSecret(file: string): string {
  const kept = readKeptSecret(file) ?? makeSecret(file);
  if (kept !== undefined && "secret" in kept) return kept.secret;
  throw new Error(`The secret in ${file} cannot be used: the file ${kept?.wrong ?? "is gone"}.`);
}

function makeSecret(file: string): ReturnType<typeof readKeptSecret> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFlushed(draft, `${randomBytes(32).toString("base64url")}\n`);
  try {
    // Atomic: nobody reads half of it, and a second process finds it there.
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    unlinkSync(draft);
  }
  flushFolder(dirname(file));
  return readKeptSecret(file);
}

function writeFlushed(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A name is on the disk once its folder is. */
function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
