import * as z from "zod/mini";
import type { Bank, BankList } from "#lib/contract/api";
import { BankEntry } from "#lib/contract/offramp";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { plainWords } from "#lib/text/plain-words";
import { read, usable } from "./read-from-service";

/**
 * Invariant: an old list is served, with its age, only while the service returns no new one, or beside one that has lost more
 * than half of its banks. The clock is monotonic.
 */

const freshMs = 10 * 60_000;
export const maxStaleMs = 24 * 60 * 60_000;
/** How long the service is left alone after a failure. */
const retryAfterMs = 30_000;
/** The real lists have a few hundred. */
const mostBanks = 5_000;

type Entry = {
  list?: Omit<BankList, "isStale"> | undefined;
  /** In milliseconds of the process. */
  listedAt: number;
  /** The last one that nothing was doubtful about, and when it came. */
  whole?: { list: Omit<BankList, "isStale">; listedAt: number };
  triedAt: number;
  pending?: Promise<BankList> | undefined;
};

/** 4.4. Throws a `Problem` when there is neither an answer nor a list of the last day. */
export async function listBanks(country: string): Promise<BankList> {
  const entries = once("banks", () => new Map<string, Entry>());
  const entry = entries.get(country) ?? { listedAt: 0, triedAt: 0 };
  entries.set(country, entry);
  const isRecent = performance.now() - entry.triedAt < (isFresh(entry) ? freshMs : retryAfterMs);
  if (isRecent && isUsable(entry)) return { ...entry.list, isStale: !isFresh(entry) };
  // Concurrent callers wait for the same call.
  entry.pending ??= fetchList(country, entry).finally(() => {
    entry.pending = undefined;
  });
  return entry.pending;
}

function isFresh({ list, listedAt }: Entry): boolean {
  return list !== undefined && performance.now() - listedAt < freshMs;
}

type UsableEntry = Entry & { list: NonNullable<Entry["list"]> };

function isUsable(entry: Entry): entry is UsableEntry {
  return entry.list !== undefined && performance.now() - entry.listedAt <= maxStaleMs;
}

async function fetchList(country: string, entry: Entry): Promise<BankList> {
  entry.triedAt = performance.now();
  try {
    const { banks: rows, skipped } = await banks(country);
    if (rows.length === 0) throw new Problem("unusable_answer", "The service's bank list is empty.");
    const given = rows.map(({ code, name }) => ({ code, name }));
    const listedAt = performance.now();
    const list = besideWhole(entry, { banks: given, fetchedAt: new Date().toISOString(), skipped }, listedAt);
    if (list.lost === undefined) entry.whole = { list, listedAt };
    else log().warn({ country, ...list.lost }, "bank list lost more than half of its banks");
    entry.list = list;
    entry.listedAt = listedAt;
    return { ...list, isStale: false };
  } catch (error) {
    if (!isUsable(entry)) throw error;
    log().warn(
      { country, code: error instanceof Problem ? error.code : "internal" },
      "bank list served stale",
    );
    return { ...entry.list, isStale: true };
  }
}

/** A list that lost more than half of its banks may be cut off: those of the last whole one stay beside it for a day. */
function besideWhole(
  { whole }: Entry,
  list: Omit<BankList, "isStale" | "lost">,
  listedAt: number,
): Omit<BankList, "isStale"> {
  if (whole === undefined || listedAt - whole.listedAt > maxStaleMs) return list;
  const { banks: before, fetchedAt } = whole.list;
  const now = list.banks.length;
  if (2 * now >= before.length) return list;
  const codes = new Set(list.banks.map(({ code }) => code));
  const missing = before.filter(({ code }) => !codes.has(code));
  return { ...list, banks: [...list.banks, ...missing], lost: { now, before: before.length, fetchedAt } };
}

/** `saved`: the name that was asked for, where the list has another one now. */
export type ListedBank = { bank: Bank; saved?: string };
type Asked = { bankCode: string; bankName?: string | undefined };

/**
 * The bank of a code on the service's own list; `saved` where the list has another name for it now than was asked for. Codes
 * repeat in the real list: the name says which of them was chosen. Throws `invalid_input` where the code is unknown, or has
 * several names and none of them is the one.
 */
export async function findBank(country: string, { bankCode, bankName }: Asked): Promise<ListedBank> {
  const { banks: listed } = await listBanks(country);
  const rows = listed.filter(({ code }) => code === bankCode);
  const [first] = rows;
  if (first === undefined)
    throw unlisted("The service's list has no bank with this code. Choose a bank from the list.");
  const same = bankName === undefined ? first : (rows.find(isNamed(bankName)) ?? rows.find(isLike(bankName)));
  if (same !== undefined) return { bank: same };
  if (rows.length === 1) return { bank: first, saved: bankName ?? "" };
  const names = rows.map(({ name }) => name).join(", ");
  throw unlisted(`The service's list has other banks with this code now: ${names}. Choose one of them.`);
}

const isNamed = (name: string) => (bank: Bank) => bank.name === name;
/** Capitals, marks and full stops are no other name. */
const isLike = (name: string) => (bank: Bank) =>
  plainWords(bank.name).join(" ") === plainWords(name).join(" ");

function unlisted(message: string): Problem {
  return new Problem("invalid_input", "Nothing was created.", { errors: [{ path: "bankCode", message }] });
}

/** For an account that is saved: under the name that the list has now. Throws `invalid_input` for any other. */
export async function requireBank(country: string, asked: Asked): Promise<Bank> {
  const { bank, saved } = await findBank(country, asked);
  if (saved === undefined) return bank;
  throw unlisted(`The list now calls this bank ${bank.name}. Choose it from the list.`);
}

/** 4.4. Counts and leaves out rows without a usable code and name. Throws {@link Problem}. */
export async function banks(country: string): Promise<{ banks: BankEntry[]; skipped: number }> {
  const rows = await read("banks", { query: `?country=${encodeURIComponent(country)}` }, (body) =>
    usable(z.array(z.unknown()), unwrapped(body), "The service's bank list cannot be read."),
  );
  const banks = rows.slice(0, mostBanks).flatMap((row) => {
    const entry = BankEntry.safeParse(row);
    return entry.success ? [entry.data] : [];
  });
  return { banks, skipped: rows.length - banks.length };
}

/** Services of the family also send the list as `{ banks }` or `{ data }`. */
function unwrapped(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return "banks" in body ? body.banks : "data" in body ? body.data : body;
}
