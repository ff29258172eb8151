import type { JudgedRow } from "#lib/features/bulk/batches/judge-batch";
import { duplicateWindowMs, referenceWindowMs } from "#lib/server/submission/same-account";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { twinKeyOf } from "./twin-rows";

/** How long an account change is said. */
const changeWindowMs = 30 * 24 * 60 * 60_000;

/** The payee whose account a row has, at the version that is paid now. */
export type PayeeOfRow = { id: string; name: string; version: number };

type Saved = {
  id: string;
  name: string;
  accountName: string;
  version: number;
  isArchived: boolean;
  /** Null for a payee's first account, and for a change that is older. */
  changedAt: string | null;
};

/** What there is about the accounts, names and references of many rows, in a query each. */
export async function readHints(trx: Trx, rows: readonly JudgedRow[], batchId: string) {
  const accounts = distinct(rows.map(({ read }) => read.accountNumber));
  const names = distinct(rows.map(({ read }) => canonicalText(read.accountName)));
  const references = distinct(rows.flatMap(({ read }) => canonicalText(read.reference ?? "")));
  const paid = await trx
    .selectFrom("transfers")
    .select("account_number")
    .distinct()
    .where("account_number", "in", accounts)
    .where("created_at", ">", databaseTime(trx, -duplicateWindowMs))
    .execute();
  const used = await trx
    .selectFrom("transfers")
    .select("reference_key")
    .distinct()
    .where("reference_key", "in", references)
    .where("created_at", ">", databaseTime(trx, -referenceWindowMs))
    .execute();
  const known = await trx
    .selectFrom("payee_names")
    .select("name_key")
    .distinct()
    .where("name_key", "in", names)
    .execute();
  const twins = await trx
    .selectFrom("batch_rows")
    .select("twin_key")
    .distinct()
    .where("twin_key", "in", distinct(rows.flatMap((row) => twinKeyOf(row) ?? [])))
    .where("batch_id", "<>", batchId)
    .execute();
  const saved = await trx
    .selectFrom("payee_versions")
    .innerJoin("payees", "payees.id", "payee_versions.payee_id")
    .select(["payees.id", "name", "archived_at", "n", "at", "bank_code", "account_number", "account_name"])
    .where("state", "=", "current")
    .where("account_number", "in", accounts)
    .orderBy("at")
    .execute();
  const twinKeys = new Set(twins.map((row) => row.twin_key));
  const paidLately = new Set(paid.map((row) => row.account_number));
  const usedKeys = new Set(used.map((row) => row.reference_key));
  const knownNames = new Set(known.map((row) => row.name_key));
  const byAccount = new Map<string, Saved>();
  for (const { id, name, archived_at, n, at, bank_code, account_number, account_name } of saved) {
    const key = `${bank_code} ${account_number}`;
    const isArchived = archived_at !== null;
    // Beside one that is archived, the one in use counts.
    if (isArchived && byAccount.get(key)?.isArchived === false) continue;
    const isNew = n > 1 && Date.now() - Date.parse(at) < changeWindowMs;
    byAccount.set(key, {
      ...{ id, name, accountName: account_name, version: n, isArchived },
      changedAt: isNew ? at : null,
    });
  }
  return {
    accounts,
    mayHaveTwinRow: (row: JudgedRow) => twinKeys.has(twinKeyOf(row)),
    wasPaidLately: (account: string) => paidLately.has(account),
    mayHaveReference: (reference: string) => usedKeys.has(canonicalText(reference)),
    mayKnowName: (name: string) => knownNames.has(canonicalText(name)),
    payeeOf: ({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }) =>
      byAccount.get(`${bankCode} ${accountNumber}`),
  };
}

/** No list is empty, which not every engine takes. */
function distinct(texts: readonly string[]): string[] {
  return [...new Set(["", ...texts])];
}
