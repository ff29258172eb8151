import {
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { codeOf, isUnsupported } from "./unsupported";

/**
 * Invariant: a file or folder is made for its owner alone. What root makes in another account's folder belongs to that account,
 * so that a service can open what a command has left there.
 */

/** Makes a folder for its owner alone. The recursive `mkdirSync` never returns where a parent takes no folders, such as /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) === "EEXIST") return;
    throw error;
  }
  giveToOwnerOf(dirname(path), path);
}

/** Makes an empty file where there is none. Throws where it can't be written. */
export function makeFile(file: string): void {
  try {
    writeNewFile(file, "");
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    closeSync(openSync(file, "a"));
  }
}

/** Throws where there is a file already. It is on the disk afterwards; its name is after {@link syncFolder}. */
export function writeNewFile(file: string, text: string): void {
  const opened = openSync(file, "wx", 0o600);
  try {
    const owner = ownerToBe(dirname(file));
    if (owner !== undefined && fstatSync(opened).uid !== owner.uid) fchownSync(opened, owner.uid, owner.gid);
    writeSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** For what is about to be moved there from a private folder, or was made there just now. */
export function giveToOwnerOf(folder: string, file: string): void {
  const owner = ownerToBe(folder);
  if (owner !== undefined && lstatSync(file).uid !== owner.uid) lchownSync(file, owner.uid, owner.gid);
}

/** `undefined`: whoever makes it. */
function ownerToBe(folder: string): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** Makes the names in a folder survive a power cut, where the file system can. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    closeSync(opened);
  }
}
