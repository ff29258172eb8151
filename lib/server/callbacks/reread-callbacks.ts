import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { isForeignId } from "#lib/server/ledger/own-id";
import {
  holdTransfers,
  readStandings,
  type Standing,
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
import { transitions } from "#lib/transfer/transitions";
import { statusWords } from "#lib/words/words";

/**
 * Invariant: after an upgrade that reads a body otherwise, every stored callback counts as it is read now. A transfer
 * changes whole, in one transaction with its entry in the audit log; a stop at any moment loses nothing, and nobody waits.
 */

const transfersAtOnce = 100;
/** A body is up to 64 kB. */
const bodiesAtOnce = 16;

/** Reads the stored callbacks again where an earlier version has read them. Gives how many transfers changed. */
export async function rereadCallbacks(ledger: Db): Promise<number> {
  for (let changed = 0; ; ) {
    const before = await knownReading(ledger);
    if (before.version >= readingVersion) return changed;
    const done = await rereadSince(ledger, before);
    changed += done.changed;
    if (done.isWhole) return changed;
  }
}

/** Begins anew, also for a server that is in the midst of it: no two beginnings have the same version. */
export async function forgetReading(trx: Trx): Promise<void> {
  await trx
    .updateTable("reading")
    .set({
      version: sql<number>`case when version > 0 then 0 else version end - 1`,
      next_version: 0,
      last_id: "",
    })
    .where("id", "=", 1)
    .execute();
}

type Reading = { version: number; next_version: number; last_id: string };

async function knownReading(ledger: Db): Promise<Reading> {
  const known = await ledger.selectFrom("reading").selectAll().where("id", "=", 1).executeTakeFirst();
  if (known !== undefined) return known;
  const none = { version: 1, next_version: 1, last_id: "" };
  await ledger
    .insertInto("reading")
    .values({ id: 1, ...none })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return none;
}

/** Not whole where a word was taught meanwhile, or another server was faster. */
async function rereadSince(ledger: Db, before: Reading): Promise<{ changed: number; isWhole: boolean }> {
  const { version } = before;
  let lastId = before.next_version === readingVersion ? before.last_id : "";
  let changed = 0;
  for (;;) {
    const rows = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", lastId)
      .where("callback_count", ">", 0)
      .orderBy("id")
      .limit(transfersAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    const standings = await readStandings(
      ledger,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const news = await readNews(ledger, row);
      const standing = standings.get(row.id);
      const isFolded =
        standing !== undefined && isSame(row, cachedColumns(standing.facts, standing.meaningOf));
      if (news.length === 0 && isFolded) continue;
      if (await applyNews(ledger, row.id, news)) changed += 1;
    }
    lastId = last.id;
    const isNoted = await note(ledger, version, { version, next_version: readingVersion, last_id: lastId });
    if (!isNoted) return { changed, isWhole: false };
  }
  const whole = { version: readingVersion, next_version: readingVersion, last_id: "" };
  return { changed, isWhole: await note(ledger, version, whole) };
}

/** Folds what these transfers' callbacks said again, with what their words mean now. */
export async function foldAgain(ledger: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await applyNews(ledger, id, []);
  }
}

/** Compare-and-set: false where what was to be read has changed. */
async function note(ledger: Db, before: number, row: Reading): Promise<boolean> {
  const noted = await ledger
    .updateTable("reading")
    .set(row)
    .where("id", "=", 1)
    .where("version", "=", before)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
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
      .select(["word", "claimed_id", "claimed_address", "arrived", "paid_out", "unread", "is_quarantined"])
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
  for (const { seqs, ...read } of together(news)) {
    const { claimed_id } = read;
    const isForeign = await isForeignId(trx, { id, own }, claimed_id);
    await trx
      .updateTable("transfer_events")
      .set(read)
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
