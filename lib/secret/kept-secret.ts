import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, linkSync, openSync, readFileSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { mountAdvice, ownerFault } from "./foreign";
import { syncFolder, writeNewFile } from "./own-files";
import { codeOf, isUnsupported } from "./unsupported";

/**
 * Invariant: a secret in a file is random, readable by its owner alone, and on the disk before it is used. Of several
 * processes that make it at once, one wins and all read the same.
 */

/** Of 32 random hexadecimal digits fewer than 9 kinds come once in 300,000 times. */
const leastSigns = 9;
const leastLength = 32;
const mostLength = 1024;

const isOpen = "can be read by every account of this machine";
const isEmpty = "is empty";
const mostLooks = 50;
const lookEveryMs = 20;

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
    return codeOf(error) === "ENOENT" ? undefined : { wrong: "cannot be read" };
  }
  try {
    const state = fstatSync(descriptor);
    if (!state.isFile()) return { wrong: "is not a file" };
    const foreign = ownerFault(state, file);
    if (foreign !== undefined) return { wrong: foreign };
    // Windows has no such modes; a cluster gives the group of a volume its rights to every file there.
    if (process.platform !== "win32" && (state.mode & 0o007) !== 0) return { wrong: isOpen };
    if (state.size > 4 * mostLength) return { wrong: "is too long to be a secret" };
    const secret = readFileSync(descriptor, "utf8").trim();
    if (secret === "") return { wrong: isEmpty };
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
  const wrong = kept?.wrong ?? "is gone";
  const advice = wrong === isOpen ? ` ${mountAdvice()}` : "";
  throw new Error(`The secret in ${file} cannot be used: the file ${wrong}.${advice}`);
}

function makeSecret(file: string): ReturnType<typeof readKeptSecret> {
  const secret = `${randomBytes(32).toString("base64url")}\n`;
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeNewFile(draft, secret);
  try {
    // Atomic: nobody reads half of it, and a second process finds it there.
    ifThereIsNone(() => linkSync(draft, file));
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    ifThereIsNone(() => writeNewFile(file, secret));
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dirname(file));
  return readFilled(file);
}

function ifThereIsNone(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** On a disk without links another process' file is empty for a moment. */
function readFilled(file: string): ReturnType<typeof readKeptSecret> {
  for (let look = 1; ; look++) {
    const kept = readKeptSecret(file);
    if (kept === undefined || "secret" in kept || kept.wrong !== isEmpty || look === mostLooks) return kept;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookEveryMs);
  }
}
