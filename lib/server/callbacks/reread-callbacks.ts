import "server-only";
import { setImmediate } from "node:timers/promises";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { isForeignId } from "#lib/server/ledger/own-id";
import {
  holdTransfers,
  readStandings,
  type Standing,
  transitions,
  withEvent,
  writeDrafts,
} from "#lib/server/ledger/transfer-ledger";
import { askedOf } from "#lib/server/reading/asked";
import { readingVersion } from "#lib/server/reading/callback-body";
import { isReadAs, type ReadFacts, readAgain } from "#lib/server/reading/read-again";
import { cachedColumns } from "#lib/server/standing/fold-rows";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { timeAfter } from "#lib/server/tables/stored-time";
import { statusWords } from "#lib/words/words";

/**
 * Invariant: after an upgrade that reads a body otherwise, every stored callback counts as it is read now. A transfer
 * changes whole, in one transaction with its entry in the audit log; a stop at any moment loses nothing, and nobody waits.
 */

const transfersAtOnce = 100;
/** A body is up to 64 kB. */
const bodiesAtOnce = 16;

type Progress = { version: number; next_version: number; last_id: string };

/** Reads the stored callbacks again where an earlier version has read them. Gives how many transfers changed. */
export async function rereadCallbacks(ledger: Db): Promise<number> {
  let changed = 0;
  for (;;) {
    const known = await ledger
      .selectFrom("reading")
      .select(["version", "next_version", "last_id"])
      .where("id", "=", 1)
      .executeTakeFirst();
    // Read by a later version, it is read by this one.
    if (known !== undefined && Math.max(known.version, known.next_version) > readingVersion) return changed;
    if (known?.version === readingVersion) return changed;
    const begun = { version: known?.version ?? 1, next_version: readingVersion };
    // Before anything is read: whoever begins it again since is not written over.
    if (known?.next_version !== readingVersion) {
      await note(ledger, known, { ...begun, last_id: "" });
      continue;
    }
    const rows = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", known.last_id)
      .where("callback_count", ">", 0)
      .orderBy("id")
      .limit(transfersAtOnce)
      .execute();
    const last = rows.at(-1);
    changed += await rereadEach(ledger, rows);
    const isDone = last === undefined;
    await note(ledger, known, {
      version: isDone ? readingVersion : known.version,
      ...{ next_version: readingVersion, last_id: last?.id ?? "" },
    });
  }
}

/** Gives how many changed. */
async function rereadEach(ledger: Db, rows: readonly TransferRow[]): Promise<number> {
  const standings = await readStandings(
    ledger,
    rows.map(({ id }) => id),
  );
  let changed = 0;
  for (const row of rows) {
    const news = await readNews(ledger, row);
    const standing = standings.get(row.id);
    const isFolded = standing !== undefined && isSame(row, cachedColumns(standing.facts, standing.meaningOf));
    if (news.length === 0 && isFolded) continue;
    if (await applyNews(ledger, row.id, news)) changed += 1;
  }
  return changed;
}

/** Folds what these transfers' callbacks said again, with what their words mean now. */
export async function foldAgain(ledger: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await applyNews(ledger, id, []);
  }
}

/** Only over what was read: a word that was taught since, or another server’s step, is not written over. */
async function note(ledger: Db, known: Progress | undefined, next: Progress): Promise<void> {
  if (known === undefined)
    await ledger
      .insertInto("reading")
      .values({ id: 1, ...next })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  else
    await ledger
      .updateTable("reading")
      .set(next)
      .where("id", "=", 1)
      .where("version", "=", known.version)
      .where("next_version", "=", known.next_version)
      .where("last_id", "=", known.last_id)
      .execute();
}

/** What a callback says as it is read now, where that is something else than what is stored. */
type News = ReadFacts & Pick<TransferEventRow, "seq">;

async function readNews(ledger: Db, row: TransferRow): Promise<News[]> {
  const { id } = row;
  const asked = askedOf(row);
  const news: News[] = [];
  for (let lastSeq = 0; ; ) {
    const events = await ledger
      .selectFrom("transfer_events")
      .select(["seq", "raw", "raw_encoding", "is_truncated", "body_hash"])
      .select(["word", "claimed_id", "arrived", "unread", "is_quarantined"])
      .where("transfer_id", "=", id)
      .where("kind", "=", "callback")
      .where("seq", ">", lastSeq)
      .orderBy("seq")
      .limit(bodiesAtOnce)
      .execute();
    const last = events.at(-1);
    if (last === undefined) return news;
    for (const event of events) {
      const now = await readAgain(event, asked);
      if (now !== undefined && !isReadAs(event, now)) news.push({ seq: event.seq, ...now });
    }
    lastSeq = last.seq;
    await setImmediate();
  }
}

type Cached = ReturnType<typeof cachedColumns>;

function isSame(row: TransferRow, cached: Cached): boolean {
  return Object.entries(cached).every(([column, value]) => row[column as keyof Cached] === value);
}

/** Writes what is read now, and all that follows from it. Gives whether the transfer's status changed. */
async function applyNews(ledger: Db, id: string, news: readonly News[]): Promise<boolean> {
  return inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [id]);
    const row = await trx.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const standing = await rewrite(trx, row, news);
    const cached = cachedColumns(standing.facts, standing.meaningOf);
    if (row.status === cached.status) {
      const patch = { ...cached, updated_at: timeAfter(row.updated_at) };
      await trx.updateTable("transfers").set(patch).where("id", "=", id).execute();
      await writeStandings(trx, [id]);
      return false;
    }
    const [from, to] = [row.status, cached.status];
    const text = `It was shown as ${statusWords[from].word}. We read the service's status updates again: it is ${statusWords[to].word}.`;
    await writeDrafts(trx, [
      withEvent({ standing, events: [] }, { source: "dashboard", kind: "reread", text }),
    ]);
    if (from === "paid") {
      await trx.updateTable("transfers").set({ is_payment_withdrawn: 1 }).where("id", "=", id).execute();
      await writeStandings(trx, [id]);
    }
    const origin = { actor: null, address: null, userAgent: null };
    await appendAudit(trx, { ...origin, action: "status_reread", recordId: id, detail: { from, to } });
    return true;
  });
}

/** Nothing leaves the state of a transfer that is proved to exist: where whose words they are would say so, that stays. */
async function rewrite(trx: Trx, row: TransferRow, news: readonly News[]): Promise<Standing> {
  const { id, transaction_id: own } = row;
  const before = await quarantinesOf(trx, row.id, news);
  for (const { seqs, word, claimed_id, arrived, unread } of together(news)) {
    const isForeign = await isForeignId(trx, { id, own }, claimed_id);
    await trx
      .updateTable("transfer_events")
      .set({ word, claimed_id, arrived, unread })
      .set(({ eb, ref }) => ({
        is_quarantined: eb
          .case()
          .when("claimed_id", "is distinct from", claimed_id)
          .then(isForeign ? 1 : 0)
          // What came before an ID was known counts; what is ours by now does too.
          .else(isForeign ? ref("is_quarantined") : eb.lit(0))
          .end(),
      }))
      .where("transfer_id", "=", row.id)
      .where("seq", "in", seqs)
      .execute();
  }
  const standing = await standingOf(trx, row.id);
  const { submission } = cachedColumns(standing.facts, standing.meaningOf);
  const isAllowed = submission === row.submission || transitions[row.submission].includes(submission);
  if (!isAllowed) await putBack(trx, row.id, before);
  await markForeign(trx, row.id, news);
  return isAllowed ? standing : standingOf(trx, row.id);
}

async function putBack(
  trx: Trx,
  id: string,
  before: Awaited<ReturnType<typeof quarantinesOf>>,
): Promise<void> {
  for (const { seq, is_quarantined } of before)
    await trx
      .updateTable("transfer_events")
      .set({ is_quarantined })
      .where("transfer_id", "=", id)
      .where("seq", "=", seq)
      .execute();
}

async function markForeign(trx: Trx, id: string, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  await trx
    .updateTable("transfer_events")
    .set({ unread: "foreign" })
    .where("transfer_id", "=", id)
    .where(
      "seq",
      "in",
      news.map(({ seq }) => seq),
    )
    .where("is_quarantined", "=", 1)
    .where("unread", "is", null)
    .execute();
}

async function quarantinesOf(trx: Trx, id: string, news: readonly News[]) {
  if (news.length === 0) return [];
  return trx
    .selectFrom("transfer_events")
    .select(["seq", "is_quarantined"])
    .where("transfer_id", "=", id)
    .where(
      "seq",
      "in",
      news.map(({ seq }) => seq),
    )
    .execute();
}

async function standingOf(trx: Trx, id: string): Promise<Standing> {
  const standing = (await readStandings(trx, [id])).get(id);
  if (standing === undefined) throw new RangeError("A transfer is gone while it is held.");
  return standing;
}

/** Most of what a service says are a few words: those that are read alike are written together. */
function together(news: readonly News[]): (Omit<News, "seq"> & { seqs: number[] })[] {
  const groups = new Map<string, Omit<News, "seq"> & { seqs: number[] }>();
  for (const { seq, ...read } of news) {
    const key = JSON.stringify(Object.values(read));
    const group = groups.get(key) ?? { ...read, seqs: [] };
    group.seqs.push(seq);
    groups.set(key, group);
  }
  return [...groups.values()];
}
