import type { DatabaseSetting } from "#lib/server/config/database-setting";
import { openDatabase } from "#lib/server/database/db";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import { Sums } from "#lib/server/months/month-figures";
import { type Batch, makeTransfers } from "./transfers";
import { writeToPostgres } from "./write-postgres";
import { writeToSqlite } from "./write-sqlite";

const batchSize = 5_000;

/**
 * Fills an empty ledger with made-up transfers, their events and all that is computed of them, as the dashboard would
 * have written it, but for the audit log, which knows nothing of them. For measurements alone. Throws for a ledger that holds a transfer.
 */
export async function seedLedger(
  setting: DatabaseSetting,
  count: number,
  onProgress: (written: number) => void = () => undefined,
): Promise<void> {
  const ledger = await openDatabase(setting);
  const holds = await ledger.selectFrom("transfers").select("id").limit(1).executeTakeFirst();
  await ledger.destroy();
  if (holds !== undefined)
    throw new Error("This database holds transfers. Made-up ones are written into an empty database alone.");
  const sums = new Sums();
  const batches = summed(makeTransfers(count, Date.now() - 600_000, batchSize), sums);
  if (setting.kind === "sqlite") writeToSqlite(setting.file, batches, onProgress);
  else await writeToPostgres(setting.connection, batches, onProgress);
  await writeTotals(setting, sums);
  if (count <= writtenHere) await writeStandings(setting);
}

function* summed(batches: Iterable<Batch>, sums: Sums): Generator<Batch> {
  for (const batch of batches) {
    for (const movement of batch.movements) sums.addMovement(movement);
    yield batch;
  }
}

async function writeTotals(setting: DatabaseSetting, sums: Sums): Promise<void> {
  const ledger = await openDatabase(setting);
  for (const row of sums.rows()) await ledger.insertInto("movement_totals").values(row).execute();
  await ledger.destroy();
}

/** Of a larger one, the next start writes where each transfer stands: it takes longer than all the rest. */
const writtenHere = 20_000;

async function writeStandings(setting: DatabaseSetting): Promise<void> {
  const ledger = await openDatabase(setting);
  // Made-up rows came without: a ledger that has some already is as one without any.
  await ledger.deleteFrom("standing_recipe").execute();
  await refillStandings(ledger);
  await ledger.destroy();
}
