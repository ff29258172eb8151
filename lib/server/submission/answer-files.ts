import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import * as z from "zod/mini";
import { Refusal } from "#lib/contract/transfer/refusal";
import { makeFolder, syncFolder } from "#lib/secret/own-files";
import { env } from "#lib/server/config/env";
import { isSigned, signatureOf } from "#lib/server/credentials/bound-text";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import type { Sent } from "./sent";

/**
 * Invariant: an answer that the database did not take gets its file, mode 0600, only when it is whole and on the disk. It is
 * never changed, and removed once the database has the answer. Nobody without AUTH_SECRET can write one that is taken: it
 * would become a deposit address.
 */

/** Spare files, whose room lets a full disk take an answer. */
const spareCount = 8;
const spareBytes = 128 * 1024;
/** A younger draft may still be written. */
const draftLifeMs = 60_000;

const Outcome = z.union([
  z.object({
    kind: z.literal("accepted"),
    transactionId: z.string(),
    address: z.string(),
    raw: z.string(),
  }),
  z.object({
    kind: z.literal("rejected"),
    message: z.string(),
    raw: z.nullable(z.string()),
    wasSent: z.boolean(),
    isFirewall: z.optional(z.boolean()),
    refusal: z.optional(Refusal),
  }),
  z.object({
    kind: z.literal("unknown"),
    message: z.string(),
    raw: z.nullable(z.string()),
    transactionId: z.optional(z.string()),
    address: z.optional(z.string()),
  }),
]);
/** Not `join`: with two run-time parts, the build would include every file of the project. */
const inFolder = (folder: string, name: string) => `${folder}/${name}`;

/** As it was claimed; only the writing version or a later one reads it. */
const SentRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const Content = z.object({
  transferId: z.string(),
  outcome: Outcome,
  sent: z.optional(
    z.object({
      row: SentRow,
      by: z.nullable(z.string()),
      agreed: z._default(z.array(z.nullable(z.string())), []),
    }),
  ),
});
/** With what was sent, so that a lost transfer can be written again. */
export type AnswerContent = { transferId: string; outcome: InitiateOutcome; sent?: Sent | undefined };

/** `content` is undefined where the file is damaged. */
export type AnswerFile = { path: string; transferId: string; content: AnswerContent | undefined };

/** Throws where that isn't possible. */
export function writeAnswerFile(content: AnswerContent): void {
  const { transferId } = content;
  const folder = folderOrThrow();
  const draft = inFolder(folder, `${transferId}.draft`);
  const file = takeSpare(folder, draft) ? openSync(draft, "r+") : openSync(draft, "w", 0o600);
  try {
    const bytes = Buffer.from(seal(content));
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, inFolder(folder, `${transferId}.answer`));
  syncFolder(folder);
}

/** Whichever server wrote them. */
export function readAnswerFiles(): AnswerFile[] {
  const folder = env().answersFolder;
  if (folder === undefined) return [];
  return namesIn(folder).flatMap((name) => {
    const [, transferId, end] = /^([0-9a-f-]{36})\.(answer|draft)$/.exec(name) ?? [];
    const path = inFolder(folder, name);
    if (transferId === undefined || (end === "draft" && isFresh(path))) return [];
    return [{ path, transferId, content: readContent(path, transferId) }];
  });
}

export function removeAnswerFile(transferId: string): void {
  const folder = env().answersFolder;
  if (folder === undefined) return;
  for (const end of ["answer", "draft"]) rmSync(inFolder(folder, `${transferId}.${end}`), { force: true });
}

/** Makes missing spare files where there is room. Never throws. */
export function reserveRoom(): void {
  try {
    const folder = folderOrThrow();
    const there = new Set(namesIn(folder));
    for (const name of spareNames) if (!there.has(name)) makeSpare(folder, name);
  } catch {
    // The next sweep tries again.
  }
}

const spareNames = Array.from({ length: spareCount }, (_, at) => `spare-${at + 1}`);

function makeSpare(folder: string, name: string): void {
  const draft = inFolder(folder, `${name}.${process.pid}`);
  try {
    writeFileSync(draft, Buffer.alloc(spareBytes), { mode: 0o600, flush: true });
    renameSync(draft, inFolder(folder, name));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Turns a spare file into a draft, which has its room on the disk already. False where there is none. */
function takeSpare(folder: string, draft: string): boolean {
  return spareNames.some((name) => {
    try {
      renameSync(inFolder(folder, name), draft);
      return true;
    } catch {
      return false;
    }
  });
}

function folderOrThrow(): string {
  const folder = env().answersFolder;
  if (folder === undefined) throw new Error("There is no folder for answers.");
  makeFolder(folder);
  return folder;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFresh(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false });
  // A time in the future is from a wrong clock: the file is old.
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < draftLifeMs;
}

const purpose = "answer";

function seal(content: AnswerContent): string {
  const text = JSON.stringify(content);
  return `${signatureOf(text, purpose)}\n${text}\n`;
}

function readContent(path: string, transferId: string): AnswerContent | undefined {
  try {
    const [signature = "", text = ""] = readFileSync(path, "utf8").split("\n");
    if (!isSigned(text, purpose, signature)) return undefined;
    const content = Content.parse(JSON.parse(text));
    return content.transferId === transferId ? (content as AnswerContent) : undefined;
  } catch {
    return undefined;
  }
}
