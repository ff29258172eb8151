import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isPostgres } from "./engine";
import type { Trx } from "./schema";

/** Numbers that no other program in the same database is likely to use. */
const lockClasses = {
  payee: 1_868_982_899,
  reported: 1_868_982_901,
  payees: 1_868_982_903,
  rates: 1_868_982_905,
  endpoints: 1_868_982_909,
  links: 1_868_982_911,
  words: 1_868_982_913,
  letterhead: 1_868_982_919,
  views: 1_868_982_921,
  sessions: 1_868_982_917,
  businessDay: 1_868_982_923,
  personDay: 1_868_982_925,
  rules: 1_868_982_927,
  batch: 1_868_982_929,
  months: 1_868_982_931,
};

/**
 * Makes transactions with the same value wait for each other until they end: two at once would not see each other's row.
 * On one file a transaction that has written holds the only lock that there is.
 */
export async function holdValue(trx: Trx, kind: keyof typeof lockClasses, value: string): Promise<void> {
  if (!isPostgres(trx)) return;
  const number = createHash("sha256").update(value).digest().readInt32BE();
  await sql`select pg_advisory_xact_lock(${lockClasses[kind]}, ${number})`.execute(trx);
}
