import "server-only";
import * as z from "zod/mini";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { TransferListInput, TransferPage } from "#lib/contract/transfer-list";
import { type Db, db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import type { Place } from "#lib/server/search/transfer-lists";
import { findPage, planPages } from "#lib/server/search/transfer-pages";
import { sweepLostDispatches } from "#lib/server/submission/recovery";
import { attentionOf } from "./attention-rules";
import { claimsIn } from "./contradictions";
import { readJudged } from "./held-transfer";
import { findSamePayout } from "./same-payout";
import { firstPage, readEvidence } from "./transfer-events";
import { readFacts } from "./transfer-facts";
import type { Trx } from "./transfer-ledger";
import { toTransfer } from "./transfer-record";
import { findRow, findUpToDate } from "./transfer-row";

/**
 * Invariant: reading never changes what is known, save that a lost dispatch is called unknown, and a callback that is kept
 * applied, before a transfer is shown.
 */

/** A page of transfers, newest first (keyset over creation time and id). Throws `invalid_request` for a bad cursor. */
export async function listTransfers({ limit, cursor, ...filters }: TransferListInput): Promise<TransferPage> {
  const ledger = await db();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  await sweepLostDispatches(ledger);
  const page = await findPage(ledger, await planPages(ledger, filters), limit, after);
  return {
    items: await readTransfers(ledger, page.ids),
    nextCursor: page.next === null ? null : writeCursor(page.next),
    lookedBackTo: page.lookedBackTo,
  };
}

/** Transfers by our IDs, in the order of these. */
export async function readTransfers(ledger: Db, ids: readonly string[]): Promise<Transfer[]> {
  if (ids.length === 0) return [];
  const { rows, factsOf } = await inSnapshot(ledger, async (snapshot) => {
    const found = await snapshot.selectFrom("transfers").selectAll().where("id", "in", ids).execute();
    return { rows: found, factsOf: await readFacts(snapshot, found) };
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toTransfer(row, factsOf(id))];
  });
}

/** A transfer with its newest events and its evidence, by our ID or by the service's transaction ID. Throws `not_found`. */
export async function findTransfer(id: string): Promise<TransferWithEvents> {
  const ledger = await db();
  await sweepLostDispatches(ledger);
  const { id: ownId } = await findUpToDate(ledger, id);
  return inSnapshot(ledger, (snapshot) => readWhole(snapshot, ownId));
}

async function readWhole(snapshot: Trx, id: string): Promise<TransferWithEvents> {
  const row = await findRow(snapshot, id);
  const facts = (await readFacts(snapshot, [row]))(id);
  const page = await firstPage(snapshot, id);
  return {
    ...toTransfer(row, facts),
    ...(await findSamePayout(snapshot, row)),
    attention: await attentionOf(snapshot, id),
    claims: claimsIn(await readJudged(snapshot, id)),
    events: page.items,
    nextCursor: page.nextCursor,
    evidence: await readEvidence(snapshot, id, facts.evidence, page),
  };
}

/** Our ID of the transfer that was recorded under an idempotency key, or `undefined`. */
export async function findTransferByKey(key: string): Promise<string | undefined> {
  const ledger = await db();
  const row = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("idempotency_key", "=", key.slice(0, 64).toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

const Cursor = z.tuple([z.string().check(z.maxLength(32)), z.uuid()]);

function writeCursor({ created_at, id }: Place): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString("base64url");
}

function readCursor(text: string): Place {
  try {
    const [created_at, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { created_at, id };
  } catch (cause) {
    throw new Problem("invalid_request", "This cursor is not one that this dashboard gave.", { cause });
  }
}
