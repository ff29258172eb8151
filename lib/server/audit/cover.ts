import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { TransferEventRow, Trx } from "#lib/server/tables/schema";
import { appendAudit, leaveLines, takeLines } from "./audit";
import {
  eventLine,
  factsLine,
  isTransferLine,
  payeeLine,
  type RecordRecipe,
  readLines,
  recordLine,
} from "./cover-hash";

/** Invariant: no event is written without an audit entry, in the same transaction, that carries its hash. */

export const theDashboard = { actor: null, address: null, userAgent: null };

/** Covers new events, and a new transfer's facts, by their act's entry, or by one at the end of the transaction. */
export async function coverEvents(
  trx: Trx,
  events: readonly TransferEventRow[],
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const lines: string[] = [];
  for (const event of events) {
    if (event.seq === 1) lines.push(await readFactsLine(trx, event.transfer_id));
    lines.push(eventLine(keys.get(event.transfer_id) ?? "", event));
  }
  if (!leaveLines(trx, lines)) await writeEntry(trx, lines);
}

/** The act's own entry, which comes after it, carries the line. */
export function coverPayeeVersion(trx: Trx, row: PayeeVersionRow): void {
  if (!leaveLines(trx, [payeeLine(row)])) throw new Error("A payee changes in a transaction that covers it.");
}

/** The act's own entry, which comes after it, carries the line. */
export function coverRecord<Recipe extends RecordRecipe>(
  trx: Trx,
  recipe: Recipe,
  row: Parameters<typeof recordLine<Recipe>>[1],
): void {
  if (!leaveLines(trx, [recordLine(recipe, row)]))
    throw new Error("A covered record changes in a transaction that covers it.");
}

export async function coverRest(trx: Trx): Promise<void> {
  const lines = takeLines(trx);
  if (lines.length > 0) await writeEntry(trx, lines);
}

async function writeEntry(trx: Trx, lines: readonly string[]): Promise<void> {
  const { events, transfers } = countLines(lines);
  const [id] = transfers;
  await appendAudit(
    trx,
    {
      ...theDashboard,
      action: "events_recorded",
      recordId: transfers.size === 1 && id !== undefined ? id : null,
      detail: { events: `${events}`, transfers: `${transfers.size}` },
    },
    lines,
  );
}

function countLines(lines: readonly string[]): { events: number; transfers: Set<string> } {
  const read = lines.flatMap(readLines).filter(isTransferLine);
  return {
    events: read.filter(({ seq }) => seq !== null).length,
    transfers: new Set(read.map(({ transferId }) => transferId)),
  };
}

async function readFactsLine(trx: Trx, id: string): Promise<string> {
  const row = await trx.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return factsLine(row);
}
