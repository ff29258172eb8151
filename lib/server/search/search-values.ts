import { sql } from "kysely";
import { toWire } from "#lib/asset/address";
import type { BankIndex } from "#lib/bank/bank-search";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { plainWords } from "#lib/text/plain-words";

/** Invariant: each walk goes from value to value of an index, so it costs a step for each value and none for each transfer. */

const mostIds = 20;
const mostOutputs = 100;
/** The service's whole list has some 600. */
const mostBanks = 1_000;
const mostBanksOfOne = 30;
const shortestBankWord = 3;

export async function idsBetween(
  ledger: Db,
  { first, last }: { first: string; last: string },
): Promise<string[]> {
  const rows = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("id", ">=", first)
    .where("id", "<=", last)
    .orderBy("id")
    .limit(mostIds)
    .execute();
  return rows.map(({ id }) => id);
}

/** The transfers whose deposits a transaction of a network made. */
export async function depositedBy(ledger: Db, references: readonly string[]): Promise<string[]> {
  // Of Ethereum's kind, which Tron's explorers write without 0x; or a signature of Solana's, whose case counts.
  const hashes = references.flatMap((text) => {
    const signature = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text) ? [text] : [];
    return [...signature, ...(/^(?:0x)?[0-9a-f]{64}$/i.test(text) ? [hexOf(text)] : [])];
  });
  if (hashes.length === 0) return [];
  const rows = await ledger
    .selectFrom("deposits")
    .select("transfer_id")
    .distinct()
    .where("tx", "in", hashes)
    .limit(mostIds)
    .execute();
  return rows.map(({ transfer_id }) => transfer_id);
}

/** The newest transfers that have one of these addresses, or for which some source once named it. */
export async function addressedAs(ledger: Db, references: readonly string[]): Promise<string[]> {
  const accounts = references.flatMap((text) => (isAccount(text) ? [...accountsCalled(text), text] : []));
  if (accounts.length === 0) return [];
  const rows = await ledger
    .selectFrom("addresses")
    .select("transfer_id")
    .where("account", "in", [...new Set(accounts)])
    .orderBy("created_at", "desc")
    .limit(mostAddressed)
    .execute();
  return [...new Set(rows.map(({ transfer_id }) => transfer_id))];
}

const mostAddressed = 100;

/** As on the wire, what an explorer or a wallet calls an account: with 0x or without, Tron's also in hex after 41, a topic's after zeros. */
export function accountsCalled(text: string): string[] {
  const digits = /^(?:0x)?(?:41|0{24})?([0-9a-f]{40})$/i.exec(text)?.[1];
  if (digits !== undefined) return [hexOf(digits)];
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? [toWire(text)] : [];
}

function hexOf(text: string): string {
  return `0x${text.toLowerCase().replace(/^0x/, "")}`;
}

/** Longer and shorter texts are no address of any network. */
function isAccount(text: string): boolean {
  return /^[\w.:-]{8,120}$/.test(text);
}

/** Letter by letter, whatever the language of the database. */
export function outputColumn(ledger: Db) {
  return isPostgres(ledger) ? sql`quote_output collate "C"` : sql`quote_output`;
}

/** The outputs that are shown as this amount: rounded half up to two decimals. */
export async function outputsShownAs(ledger: Db, amount: string): Promise<string[]> {
  const [whole = "", fraction = ""] = amount.split(".");
  if (fraction.length > 2) return [amount];
  const cents = fraction.padEnd(2, "0");
  const before = `${BigInt(whole + cents) - 1n}`.padStart(3, "0");
  const under = `${before.slice(0, -2)}.${before.slice(-2)}`;
  const exact = [`${whole}.${cents}`, ...(cents.endsWith("0") ? [`${whole}.${cents.charAt(0)}`] : [])];
  const ranges = [
    [`${whole}.${cents}0`, `${whole}.${cents}5`],
    ...(before.startsWith("-") ? [] : [[`${under}5`, `${under}:`]]),
  ];
  const walked = await Promise.all(ranges.map(([from = "", to = ""]) => outputsIn(ledger, from, to)));
  return [...new Set([...(cents === "00" ? [whole] : []), ...exact, ...walked.flat()])];
}

async function outputsIn(ledger: Db, from: string, to: string): Promise<string[]> {
  const column = outputColumn(ledger);
  const { rows } = await sql<{ value: string }>`
    with recursive walk (value, step) as (
      select (select quote_output from transfers where ${column} >= ${from} and ${column} < ${to}
        order by ${column} limit 1), 1
      union all
      select (select quote_output from transfers where ${column} > walk.value and ${column} < ${to}
        order by ${column} limit 1), walk.step + 1
      from walk where walk.value is not null and walk.step < ${mostOutputs}
    ) select value from walk where value is not null`.execute(ledger);
  return rows.map(({ value }) => value);
}

export type PaidBank = { code: string; name: string };

/** Of those, the banks that a text names: by the code, or by the starts of all its words. */
export function banksNamed(banks: BankIndex<PaidBank>, text: string): PaidBank[] {
  const typed = text.trim().toLowerCase();
  const words = plainWords(text);
  const telling = words.filter((word) => !/^(bank|plc|ltd|limited|mfb|of|nigeria)$/.test(word));
  const isName =
    telling.length > 0 && telling.every((word) => word.length >= shortestBankWord && /\p{L}/u.test(word));
  if (!isName && !/^[\w-]{3,12}$/.test(typed)) return [];
  const found = banks.filter(
    ({ code, cbnCode, words: own }) =>
      code === typed ||
      cbnCode === typed ||
      (isName && telling.every((word) => own.some((each) => each.startsWith(word)))),
  );
  return found.length > mostBanksOfOne ? [] : found.map(({ row }) => row);
}

/** With two columns of the index SQLite would read every transfer of the bank to get past it. */
const afterAllTimes = "9999";

/** The banks of this ledger. */
export async function paidBanks(ledger: Db): Promise<PaidBank[]> {
  const next = sql`bank_code as code, bank_name as name from transfers`;
  const order = sql`order by bank_code, bank_name limit 1`;
  if (isPostgres(ledger)) {
    const { rows } = await sql<PaidBank>`
      with recursive walk (code, name, step) as (
        (select bank_code, bank_name, 1 from transfers ${order})
        union all
        select found.code, found.name, walk.step + 1 from walk cross join lateral (
          select ${next} where (bank_code, bank_name) > (walk.code, walk.name) ${order}) as found
        where walk.step < ${mostBanks}
      ) select code, name from walk`.execute(ledger);
    return rows;
  }
  const banks: PaidBank[] = [];
  for (let last: PaidBank | undefined; banks.length < mostBanks; banks.push(last)) {
    const after: PaidBank | undefined = last;
    const beyond =
      after === undefined
        ? sql`1 = 1`
        : sql`(bank_code, bank_name, created_at) > (${after.code}, ${after.name}, ${afterAllTimes})`;
    const { rows } = await sql<PaidBank>`select ${next} where ${beyond} ${order}`.execute(ledger);
    last = rows[0];
    if (last === undefined) break;
  }
  return banks;
}
