import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Invariant: what lies beside the ledger is taken for the dashboard's own only where no other account can have put it there.
 * Windows has no such owners and modes.
 */

/** The account that runs this; `undefined` on Windows. */
export const ownId = () => process.geteuid?.();

/** For disks that keep neither owners nor modes: what a mount says holds for all files. */
export const mountAdvice = () =>
  `A disk that keeps no owners, such as exFAT or SMB, has to be mounted for this account alone (uid=${ownId() ?? 0},umask=077).`;

/** What is wrong with a folder that files are taken from, as a sentence; `undefined` for none, and where there is none. */
export function folderFault(folder: string, own = ownId()): string | undefined {
  const state = statOf(folder);
  if (state === undefined || own === undefined) return undefined;
  const foreign = [state, linkOf(folder)].find((each) => each !== undefined && !isOwn(each, own));
  if (foreign !== undefined)
    return `${folder} belongs to another account (uid ${foreign.uid}), which could put a deposit address there. Run the dashboard as that account, or give it the folder: chown -R ${own} ${folder}`;
  if (isOpenToOthers(state))
    return `Other accounts of this machine may write to ${folder}, and could put a deposit address there. Run: chmod go-w ${folder}. ${mountAdvice()}`;
  return undefined;
}

/** What is wrong with a file in such a folder, as {@link folderFault} says it. */
export function fileFault(file: string, own = ownId()): string | undefined {
  const state = statOf(file);
  if (state === undefined || own === undefined) return undefined;
  const fault = ownerFault(state, file, own) ?? ownerFault(linkOf(file), file, own);
  if (fault !== undefined)
    return `${file} ${fault}, so it isn't taken for the dashboard's own. If it is, run: chown ${own} ${file}. If nobody knows it, move it away.`;
  if ((state.mode & 0o002) !== 0)
    return `Other accounts of this machine may change ${file}. Run: chmod 600 ${file}. ${mountAdvice()}`;
  return undefined;
}

/** A command of root's also takes what the folder's owner has put there. */
export function ownerFault(state: Stats | undefined, file: string, own = ownId()): string | undefined {
  if (state === undefined || own === undefined || isOwn(state, own)) return undefined;
  if (own === 0 && state.uid === statOf(dirname(resolve(file)))?.uid) return undefined;
  return `belongs to another account (uid ${state.uid})`;
}

function isOwn({ uid }: Stats, own: number): boolean {
  return uid === own || uid === 0;
}

/** A cluster gives the group of a volume its rights to every file there, and marks the folder with the group's bit. */
function isOpenToOthers({ mode, gid }: Stats): boolean {
  if ((mode & 0o002) !== 0) return true;
  const isOfVolume = (mode & 0o2000) !== 0 && (process.getgroups?.() ?? []).includes(gid);
  return (mode & 0o020) !== 0 && !isOfVolume;
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** A link that somebody has put there leads wherever they want. */
function linkOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
