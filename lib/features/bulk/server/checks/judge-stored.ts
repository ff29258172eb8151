import { defaultCountry } from "#lib/asset/defaults";
import { type JudgedBatch, judgeBatch } from "#lib/features/bulk/batches/judge-batch";
import { type Banks, readBanks } from "#lib/features/bulk/judge-payee";
import { env } from "#lib/server/config/env";
import { listBanks } from "#lib/server/service/banks";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { broughtOf, saidOf, storedRowOf } from "./stored-batch";

/** The service's banks, asked for before a transaction begins. */
export async function listedBanks(): Promise<Banks> {
  return readBanks((await listBanks(defaultCountry)).banks);
}

/** What the cells of a batch say, by the tokens of now. */
export function judgeStored(batch: BatchTableRow, rows: readonly BatchRowRow[], banks: Banks): JudgedBatch {
  return judgeBatch(rows.map(storedRowOf), saidOf(batch), {
    ...{ assets: env().assets, banks, unsaid: broughtOf(batch).unsaid },
  });
}
