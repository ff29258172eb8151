import "server-only";
import type { Bank, BankList } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";
import { log } from "#lib/server/observe/log";
import { banks } from "./offramp";

/** Invariant: an old list is served, with its age, only while the service returns no new one. The clock is monotonic. */

const freshMs = 10 * 60_000;
export const maxStaleMs = 24 * 60 * 60_000;
/** How long the service is left alone after a failure. */
const retryAfterMs = 30_000;

type Entry = {
  list?: Omit<BankList, "isStale"> | undefined;
  /** In milliseconds of the process. */
  listedAt: number;
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
    const list = {
      banks: rows.map(({ code, name }) => ({ code, name })),
      fetchedAt: new Date().toISOString(),
      skipped,
    };
    entry.list = list;
    entry.listedAt = performance.now();
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

/** From the service's own list. Throws `invalid_input` for an unknown code. */
export async function requireBank(
  country: string,
  { bankCode, bankName }: { bankCode: string; bankName?: string | undefined },
): Promise<Bank> {
  const { banks: listed } = await listBanks(country);
  // Codes repeat in the real list: the name says which of them was chosen.
  const bank = listed.find(
    ({ code, name }) => code === bankCode && (bankName === undefined || name === bankName),
  );
  if (bank !== undefined) return bank;
  const message = "The service's list has no bank with this code. Choose a bank from the list.";
  throw new Problem("invalid_input", "Nothing was created.", { errors: [{ path: "bankCode", message }] });
}
