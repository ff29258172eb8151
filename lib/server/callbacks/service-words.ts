import { isServiceWord } from "#lib/contract/audit/audit-facts";
import { Problem } from "#lib/contract/problem";
import type { ServiceWords, TaughtMeaning, WordInput } from "#lib/contract/transfer/standing";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { forgetRecipe, refillStandings } from "#lib/server/ledger/refill-standings";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { underWay } from "#lib/server/observe/under-way";
import { mostTaught } from "#lib/server/standing/taught-words";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { canonicalSettlement, wordKey } from "#lib/transfer/status-words";
import { foldAgain, forgetReading, rereadCallbacks } from "./reread-callbacks";

/**
 * Invariant: what a word of the service means is said once, for all transfers. Stored words are folded again as after an
 * upgrade, so that the same words always give the same status.
 */

/** So many of the newest transfers are folded before the admin hears; the rest follow in the background. */
const foldedAtOnce = 200;
const mostShown = 50;

/** What was taught, and the words that nobody knows, with how many transfers each closes. */
export async function findServiceWords(): Promise<ServiceWords> {
  const ledger = await db();
  const taught = await ledger
    .selectFrom("service_words")
    .leftJoin("people", "people.email", "service_words.taught_by")
    .select(["word", "meaning", "taught_by", "taught_at"])
    .select(calledName().as("name"))
    .orderBy("word")
    .execute();
  return {
    taught: taught.map(({ word, meaning, taught_by, taught_at, name }) => ({
      ...{ word, at: taught_at, by: name ?? taught_by },
      meaning: meaning as TaughtMeaning,
    })),
    unknown: await unknownWords(ledger),
  };
}

async function unknownWords(ledger: Db): Promise<ServiceWords["unknown"]> {
  const known = new Set(
    (await ledger.selectFrom("service_words").select("word").execute()).map(({ word }) => word),
  );
  const rows = await ledger
    .selectFrom("attention")
    .innerJoin("transfer_events", "transfer_events.transfer_id", "attention.transfer_id")
    .innerJoin("transfers", "transfers.id", "attention.transfer_id")
    .select(["transfer_events.word", "transfer_events.transfer_id", "transfer_events.unread"])
    .distinct()
    .where("attention.place", "in", [placeOf("unknown_word"), placeOf("update_unread")])
    .where("transfer_events.kind", "=", "callback")
    .where(({ eb, or }) =>
      or([eb("transfer_events.word", "is not", null), eb("transfer_events.unread", "=", "empty")]),
    )
    .limit(5_000)
    .execute();
  const counts = new Map<string, Set<string>>();
  for (const { word, transfer_id, unread } of rows) {
    const key = unread === "empty" ? "" : wordKey(word ?? "");
    if (known.has(key) || (key !== "" && canonicalSettlement(key) !== undefined)) continue;
    const own = counts.get(key) ?? new Set();
    counts.set(key, own.add(transfer_id));
  }
  return [...counts]
    .map(([word, ids]) => ({ word, transfers: ids.size }))
    .sort((one, other) => other.transfers - one.transfers)
    .slice(0, mostShown);
}

const placeOf = (reason: (typeof attentionReasons)[number]) => attentionReasons.indexOf(reason);

/** Throws `not_possible_now` for too many. A repeat changes nothing. */
export async function teachWord({ word, meaning }: WordInput, actor: Actor): Promise<ServiceWords> {
  const ledger = await db();
  const key = wordKey(word);
  const isNew = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "teach_words", true);
    await holdValue(trx, "words", "");
    if (!(await writeWord(trx, key, meaning, actor))) return false;
    await appendAudit(trx, {
      ...originOf(actor),
      action: "word_taught",
      recordId: null,
      detail: { ...(isServiceWord(key) && { word: key }), meaning },
    });
    // A stop before all is folded again leaves it to the next start.
    await forgetReading(trx);
    await forgetRecipe(trx);
    return true;
  });
  if (isNew) {
    await foldAgain(ledger, await idsWith(ledger, key));
    void underWay(foldTheRest(ledger));
  }
  return findServiceWords();
}

async function writeWord(
  trx: Trx,
  key: string,
  meaning: WordInput["meaning"],
  { person }: Actor,
): Promise<boolean> {
  const before = await trx
    .selectFrom("service_words")
    .select("meaning")
    .where("word", "=", key)
    .executeTakeFirst();
  if (meaning === "as_before") {
    await trx.deleteFrom("service_words").where("word", "=", key).execute();
    return before !== undefined;
  }
  if (before?.meaning === meaning) return false;
  const { count } = await trx
    .selectFrom("service_words")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  if (before === undefined && Number(count) >= mostTaught)
    throw new Problem("not_possible_now", `${mostTaught} words are taught already. Nothing was changed.`);
  const row = { word: key, meaning, taught_by: person.email, taught_at: new Date().toISOString() };
  await trx
    .insertInto("service_words")
    .values(row)
    .onConflict((conflict) => conflict.column("word").doUpdateSet(row))
    .execute();
  return true;
}

/** The transfers that need somebody for a word now, the newest first. */
async function idsWith(ledger: Db, key: string): Promise<string[]> {
  const rows = await ledger
    .selectFrom("attention")
    .innerJoin("transfer_events", "transfer_events.transfer_id", "attention.transfer_id")
    .innerJoin("transfers", "transfers.id", "attention.transfer_id")
    .select(["transfers.id", "transfers.created_at", "transfer_events.word", "transfer_events.unread"])
    .distinct()
    .where("transfer_events.kind", "=", "callback")
    .orderBy("transfers.created_at", "desc")
    .limit(5_000)
    .execute();
  const own = rows.filter(({ word, unread }) =>
    key === "" ? unread === "empty" : word !== null && wordKey(word) === key,
  );
  return [...new Set(own.map(({ id }) => id))].slice(0, foldedAtOnce);
}

async function foldTheRest(ledger: Db): Promise<void> {
  try {
    await rereadCallbacks(ledger);
    await refillStandings(ledger);
  } catch (error) {
    log().warn(traitsOf(error), "stored words are not all folded again yet: the next start goes on");
  }
}
