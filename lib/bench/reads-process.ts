import "#lib/features/all/index";
import { randomFrom } from "#lib/bench/seed/random";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { countAttention } from "#lib/server/attention/attention";
import { db } from "#lib/server/database/db";
import { findTransfer } from "#lib/server/ledger/transfers";
import { listTransfers } from "#lib/server/search/list-transfers";
import { findChanges } from "#lib/server/search/transfer-changes";
import { sumTransfers } from "#lib/server/search/transfer-sums";
import { plainWords } from "#lib/text/plain-words";
import { monthReads } from "./books/month-reads";
import type { Read } from "./reads";

/**
 * Reads one ledger in every way that a page does. Says the names of the ways, and then for each name that it is asked
 * for what one such read took and how many rows its page held.
 */
const ledger = await db();
const random = randomFrom(7);

/** Transfers from all over the ledger, to be looked for. */
async function sample(count: number) {
  const rows = [];
  while (rows.length < count) {
    const id = Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    const row = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", id)
      .orderBy("id")
      .limit(1)
      .execute();
    rows.push(...row);
  }
  return rows;
}
type Row = Awaited<ReturnType<typeof sample>>[number];
const limit = 25;
const rows = await sample(200);
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
const some = () => pick(rows);
const page = async (input: Partial<Parameters<typeof listTransfers>[0]>) =>
  (await listTransfers({ limit, ...input })).items.length;

/** What of the sample gives a page of a length that fits, so that a small ledger and a large one are asked for as much. */
async function thoseWith(of: (row: Row) => string, fits: (length: number) => boolean) {
  const asked = [...new Set(rows.map(of))];
  const lengths = await Promise.all(asked.map((q) => page({ q })));
  const found = asked.filter((_, at) => fits(lengths[at] ?? 0));
  if (found.length === 0) throw new Error("Nothing in this ledger can be asked for so that it fits.");
  return found;
}
const isFull = (length: number) => length === limit;
const word = ({ account_name }: Row) => plainWords(account_name).at(-1) ?? "";
const lastFour = ({ account_number }: Row) => account_number.slice(-4);
const commonNames = ["okon", "okaf", "adey", "balo", "nwos", "ibra", "bell", "ogun"];
const twoWords = (row: Row) => `${word(row).slice(0, 4)} ade`;
const full = {
  words: await thoseWith(word, isFull),
  starts: await thoseWith((row) => word(row).slice(0, 3), isFull),
  amounts: await thoseWith(({ amount }) => amount, isFull),
  payees: await thoseWith(lastFour, isFull),
};
const rareWords = await thoseWith(word, (length) => length >= 1 && length <= 3);
const newer = [...rows].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, rows.length / 2);
const deep = () => {
  const { created_at, id } = pick(newer);
  return Buffer.from(JSON.stringify([created_at, id, null, false])).toString("base64url");
};
const days = (count: number) => {
  const day = some().created_at.slice(0, 10);
  const last = new Date(Date.parse(day) + (count - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from: day, to: last };
};

const withQuote = () => pick(rows.filter(({ quote_output }) => quote_output !== null));
const sumOf = ({ counts }: { counts: Record<string, number> }) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const newestIds = (await listTransfers({ limit })).items.map(({ id }) => id);

const reads: Record<string, () => Promise<number>> = {
  "the newest page": () => page({}),
  "a page deep inside": () => page({ cursor: deep() }),
  "a page of a common status": () => page({ status: "paid", cursor: deep() }),
  "a page of a rare status": () => page({ status: "other", cursor: deep() }),
  "a page of a token": () => page({ asset: some().asset, cursor: deep() }),
  "a token and a status": () => page({ asset: "base:usdc", status: "failed", cursor: deep() }),
  "a day": () => page(days(1)),
  "ten days": () => page(days(10)),
  "what needs attention": () => page({ attention: "yes" }),
  "how much needs attention": async () => (await countAttention()).total,
  "search: our ID": () => page({ q: some().id }),
  "search: transaction ID": () => page({ q: some().transaction_id ?? "txn_none" }),
  "search: deposit address": () => page({ q: some().address ?? "0xnone" }),
  "search: the start of an ID": () => page({ q: some().id.slice(0, 8) }),
  "search: a pasted link": () => page({ q: `https://console.example/transfers/${some().id}` }),
  "search: a labelled transaction ID": () =>
    page({ q: `Transaction ID: ${some().transaction_id ?? "txn_none"}` }),
  "search: a bank's name": () => page({ q: some().bank_name }),
  "search: a bank's code": () => page({ q: some().bank_code }),
  "search: naira as shown": () =>
    page({ q: `NGN ${formatFiat((withQuote().quote_output ?? "0") as Amount)}` }),
  "search: whole naira": () => page({ q: (withQuote().quote_output ?? "0").split(".")[0] ?? "0" }),
  "search: last four of a regular": () => page({ q: pick(full.payees) }),
  "search: last four of anybody": () => page({ q: lastFour(some()) }),
  "search: a round amount": () => page({ q: pick(full.amounts) }),
  "search: the amount of anybody": () => page({ q: some().amount }),
  "search: the commonest name": () => page({ q: "adebayo" }),
  "search: a common word": () => page({ q: pick(full.words) }),
  "search: a rare word": () => page({ q: pick(rareWords) }),
  "search: the word of anybody": () => page({ q: word(some()) }),
  "search: three letters": () => page({ q: pick(full.starts) }),
  "search: one letter": () => page({ q: "o" }),
  "search: two words": () => page({ q: `${pick(commonNames)} ade` }),
  "search: two words of anybody": () => page({ q: twoWords(some()) }),
  "search: nobody": () => page({ q: "xyzxyz" }),
  "search: a name and a status": () => page({ q: "ade", status: "failed" }),
  "an account": () => page({ account: some().id }),
  "a state": () => page({ state: "failed", cursor: deep() }),
  "a bank and a state": () => page({ q: some().bank_name, state: "failed" }),
  "counts and sums": async () => sumOf(await sumTransfers({})),
  "counts and sums of a word": async () => sumOf(await sumTransfers({ q: pick(full.words) })),
  "what changed of the newest page": async () =>
    (await findChanges({ ids: newestIds, since: "2099-01-01T00:00:00.000Z", newer: "yes" })).newer,
  ...(await monthReads(pick)),
  "a transfer's page": async () => (await findTransfer(some().id)).events.length,
};

process.on("message", async (name: string) => {
  const start = performance.now();
  const rows = (await reads[name]?.()) ?? 0;
  const read: Read = { ms: performance.now() - start, rows };
  process.send?.(read);
});
process.send?.(Object.keys(reads));
