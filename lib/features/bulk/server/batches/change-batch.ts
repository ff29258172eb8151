import { Problem } from "#lib/contract/problem";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { CheckedBatchChange, CheckedRowChange, TickKind } from "#lib/features/bulk/batches/batch-input";
import type { JudgedRow } from "#lib/features/bulk/batches/judge-batch";
import { payoutFieldIds } from "#lib/features/bulk/batches/payout-fields";
import { readBanks } from "#lib/features/bulk/judge-payee";
import { judgeStored, listedBanks } from "#lib/features/bulk/server/checks/judge-stored";
import { type RowSaid, rowSaidOf, saidAfter, saidOf } from "#lib/features/bulk/server/checks/stored-batch";
import { twinKeyOf } from "#lib/features/bulk/server/checks/twin-rows";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { withdrawFromGates } from "#lib/server/submission/gates";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { findRows, findTransfersOf, onBatch, requireSeen, writeBatch } from "./batch-store";
import { viewBatch } from "./view-batch";

/**
 * Invariant: a row whose transfer exists, or may be made at this moment, is changed no more; and what changes is agreed no longer,
 * but for a row that is left out: less is sent then, and nothing else.
 */

/** What counts for all rows. */
export async function changeBatch(id: string, change: CheckedBatchChange, actor: Actor): Promise<Batch> {
  const { name, ticks = [], leftOut = [] } = change;
  await applyChange(id, change.seen, actor, (batch, rows) => {
    const said = saidAfter(saidOf(batch), change);
    const changed = new Map<number, BatchRowRow>();
    const byLine = new Map<number, (typeof ticks)[number][]>();
    for (const tick of ticks) byLine.set(tick.n, [...(byLine.get(tick.n) ?? []), tick].slice(-mostTicks));
    const stored = new Map(rows.map((row) => [row.n, row]));
    const say = (n: number, after: (said: RowSaid) => RowSaid) => {
      const row = changed.get(n) ?? stored.get(n);
      if (row === undefined) throw noRow(n);
      changed.set(n, { ...row, said: JSON.stringify(after(rowSaidOf(row))) });
    };
    for (const [n, own] of byLine) say(n, (before) => own.reduce(ticked, before));
    for (const { n, isLeftOut } of leftOut) say(n, (before) => ({ ...before, isLeftOut }));
    return {
      change: { said: JSON.stringify(said), ...(name !== undefined && { name }) },
      rows: [...changed.values()],
      isTakenBack: change.isAgreed === false,
    };
  });
  return viewBatch(id, {}, actor);
}

/** One row. */
export async function changeRow(
  id: string,
  n: number,
  change: CheckedRowChange,
  actor: Actor,
): Promise<Batch> {
  await applyChange(id, change.seen, actor, (_, rows) => {
    const row = rows.find((each) => each.n === n);
    if (row === undefined) throw noRow(n);
    return { change: {}, rows: [{ ...row, said: JSON.stringify(rowSaidAfter(rowSaidOf(row), change)) }] };
  });
  return viewBatch(id, { first: n }, actor);
}

function rowSaidAfter(
  said: RowSaid,
  { fields = {}, bank, isLeftOut, ticks = [] }: CheckedRowChange,
): RowSaid {
  const edits = { ...said.edits };
  for (const field of payoutFieldIds) {
    const text = fields[field];
    if (text === null) delete edits[field];
    else if (text !== undefined) edits[field] = text;
  }
  const changed: RowSaid = {
    ...said,
    edits,
    // A bank that is typed takes the place of the one that was chosen.
    bank: bank === undefined ? (typeof fields.bank === "string" ? null : said.bank) : bank,
    isLeftOut: isLeftOut ?? said.isLeftOut,
  };
  return ticks.reduce(ticked, changed);
}

/** A row asks far fewer things: older ticks are of what it asks no more. */
const mostTicks = 50;

function ticked(
  said: RowSaid,
  { kind, of, isTicked }: { kind: TickKind; of: string; isTicked: boolean },
): RowSaid {
  const others = said.ticks.filter((each) => each.kind !== kind || each.of !== of);
  return { ...said, ticks: isTicked ? [...others.slice(1 - mostTicks), { kind, of }] : others };
}

/** `isTakenBack`: what was agreed is agreed no longer, whatever changes. */
type Changed = { change: Partial<BatchTableRow>; rows: BatchRowRow[]; isTakenBack?: boolean };

async function applyChange(
  id: string,
  seen: number,
  actor: Actor,
  decide: (batch: BatchTableRow, rows: readonly BatchRowRow[]) => Changed,
): Promise<void> {
  // Only what makes two rows twins is judged here, and no bank is part of that.
  const banks = await listedBanks().catch(() => readBanks([]));
  await onBatch(await db(), id, actor, async (trx, batch) => {
    requireSeen(batch, seen);
    requireNotDiscarded(batch);
    const rows = await findRows(trx, id);
    const { change, rows: changed, isTakenBack = false } = decide(batch, rows);
    const made = new Set((await findTransfersOf(trx, id)).map(({ n }) => n));
    await refuseInUse(trx, made, changed);
    const isSaid = change.said !== undefined && change.said !== batch.said;
    // One that waits for an approval is another subject even with a row less.
    const isApproved = batch.agreed_at !== null || changed.length === 0;
    const isHeld = !isTakenBack && !isSaid && changed.every(isLeftOutNow);
    const isAgreedStill = batch.agreed !== null && isApproved && isHeld;
    const byLine = new Map(changed.map((row) => [row.n, row]));
    const all = rows.map((row) => byLine.get(row.n) ?? row);
    const judged = judgeStored({ ...batch, ...change }, all, banks);
    const written = all.flatMap((row, at) => {
      const isKept = isAgreedStill && !byLine.has(row.n);
      const agreed = isKept || made.has(row.n) ? row.agreed : null;
      const keyed = { ...row, agreed, twin_key: keyOf(judged.rows[at]) };
      return isSame(rows[at], keyed) ? [] : [keyed];
    });
    const notAgreed = isAgreedStill ? {} : { agreed: null, agreed_at: null, agreed_by: null, stopped: null };
    if (!isAgreedStill && batch.agreed !== null && batch.agreed_at === null)
      await withdrawFromGates(trx, { kind: "batch", id }, "withdrawn");
    const detail = { rows: `${changed.length}` };
    await writeBatch(
      trx,
      { batch, change: { ...change, ...notAgreed }, rows: written },
      { actor, action: "batch_changed", detail },
    );
  });
}

function keyOf(row: JudgedRow | undefined): string | null {
  return row === undefined ? null : twinKeyOf(row);
}

function isSame(before: BatchRowRow | undefined, now: BatchRowRow): boolean {
  return before?.said === now.said && before.agreed === now.agreed && before.twin_key === now.twin_key;
}

function isLeftOutNow(row: BatchRowRow): boolean {
  return rowSaidOf(row).isLeftOut;
}

export function requireNotDiscarded({ discarded_at }: BatchTableRow): void {
  if (discarded_at === null) return;
  throw new Problem("batch_changed", "This batch was discarded. Nothing was changed. Bring its file again.");
}

/** Rows with a transfer, and rows that somebody is creating now. */
async function refuseInUse(trx: Trx, made: ReadonlySet<number>, rows: readonly BatchRowRow[]): Promise<void> {
  const now = await readDatabaseTime(trx);
  const isLeased = ({ lease_until }: BatchRowRow) => lease_until !== null && lease_until > now;
  const first = rows.find((row) => made.has(row.n) || isLeased(row));
  if (first === undefined) return;
  const detail = made.has(first.n)
    ? `Line ${first.n} has its transfer already. Nothing was changed.`
    : `Line ${first.n} is being created at this moment. Nothing was changed. Try again in a minute.`;
  throw new Problem("row_in_use", detail, { extra: { row: first.n } });
}

function noRow(n: number): Problem {
  return new Problem("not_found", `The batch has no row in line ${n}.`);
}
