import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { inSnapshot } from "#lib/server/database/snapshot";
import { readHouseOf } from "#lib/server/standing/house";
import { toStandingFacts } from "#lib/server/standing/standing-facts";
import { readFacts, type TransferFacts } from "#lib/server/standing/transfer-facts";
import type { Db, Trx } from "#lib/server/tables/schema";
import { dueReasons } from "#lib/transfer/standing/reasons";
import { countReceived } from "./apply-received";
import { claimsIn } from "./contradictions";
import { readJudged } from "./held-transfer";
import { findSamePayout } from "./same-payout";
import { readBatchPlaces } from "./transfer-batches";
import { firstPage, readEvidence } from "./transfer-events";
import { toTransfer } from "./transfer-record";
import { findRow, findUpToDate } from "./transfer-row";

/** Invariant: reading changes nothing, except that kept callbacks are applied before their transfer is shown. */

/** In the order of the IDs. */
export async function readTransfers(ledger: Db, ids: readonly string[]): Promise<Transfer[]> {
  return (await readWithFacts(ledger, ids)).map(({ transfer }) => transfer);
}

/** `key`: the one that it was asked for with. */
export type ReadTransfer = { transfer: Transfer; facts: TransferFacts; key: string };

/** Like {@link readTransfers}, each with what it was computed from. */
export async function readWithFacts(ledger: Db, ids: readonly string[]): Promise<ReadTransfer[]> {
  return ids.length === 0 ? [] : inSnapshot(ledger, (snapshot) => readInSnapshot(snapshot, ids));
}

/** The same beside other figures of that moment. */
export async function readInSnapshot(snapshot: Trx, ids: readonly string[]): Promise<ReadTransfer[]> {
  if (ids.length === 0) return [];
  const rows = await snapshot.selectFrom("transfers").selectAll().where("id", "in", ids).execute();
  const factsOf = await readFacts(snapshot, rows);
  const houseOf = await readHouseOf(snapshot, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const facts = factsOf(id);
    return [{ transfer: toTransfer(row, facts, houseOf(row)), facts, key: row.idempotency_key }];
  });
}

/** With its newest events and its evidence, by our ID or the service's transaction ID. Throws `not_found`. */
export async function findTransfer(id: string): Promise<TransferWithEvents> {
  const ledger = await db();
  const { id: ownId } = await findUpToDate(ledger, id);
  return inSnapshot(ledger, (snapshot) => readWhole(snapshot, ownId));
}

async function readWhole(snapshot: Trx, id: string): Promise<TransferWithEvents> {
  const row = await findRow(snapshot, id);
  const facts = (await readFacts(snapshot, [row]))(id);
  const page = await firstPage(snapshot, id);
  const house = (await readHouseOf(snapshot, [row]))(row);
  return {
    ...toTransfer(row, facts, house),
    ...(await findSamePayout(snapshot, row)),
    batch: (await readBatchPlaces(snapshot, [row.idempotency_key])).get(row.idempotency_key) ?? null,
    owner: await ownerOf(snapshot, row.owner_id),
    dueAt: row.due_at,
    waiting: await countReceived(snapshot, id),
    attention: dueReasons(toStandingFacts(row, facts), house),
    claims: claimsIn(await readJudged(snapshot, id)),
    events: page.items,
    nextCursor: page.nextCursor,
    evidence: await readEvidence(snapshot, id, facts.evidence, page),
  };
}

async function ownerOf(snapshot: Trx, id: string | null): Promise<TransferWithEvents["owner"]> {
  if (id === null) return null;
  const found = await snapshot
    .selectFrom("people")
    .select(["id", calledName().$notNull().as("name")])
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns our ID, or `undefined`. */
export async function findTransferByKey(key: string): Promise<string | undefined> {
  const ledger = await db();
  const row = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("idempotency_key", "=", key.slice(0, 64).toLowerCase())
    .executeTakeFirst();
  return row?.id;
}
