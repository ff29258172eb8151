import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { inTransaction } from "#lib/server/audit/transaction";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import { isPostgres } from "#lib/server/tables/engine";
import { inGroups } from "#lib/server/tables/in-groups";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Db, ReceivedRow } from "#lib/server/tables/schema";
import { toStorableJson } from "#lib/server/tables/storable-text";

/**
 * Invariant: a callback is committed before it is answered with 2xx, by one insert that joins its token's transfer. Nothing
 * is judged here but how often a token is used; what a callback says is applied afterwards.
 */

/** How many callbacks of a transfer are taken in a minute, over all servers. */
export const perMinute = 60;
const windowSeconds = 60;
const rules = {
  mostItems: 64,
  // One statement cannot write the same row twice.
  keyOf: ({ tokenHash, received }: Arrived) => `${tokenHash} ${received.body_hash}`,
};

/** What came for a token. */
export type Callback = {
  tokenHash: string;
  received: Omit<ReceivedRow, "transfer_id" | "received_at" | "last_at" | "repeats" | "arrival">;
};
type Arrived = Callback & { arrival: number };
/** What became of it. */
export type Kept = "kept" | "unknown_token" | "too_many";
/** The same, and for how many seconds more a token's minute lasts. */
type Judged = { result: Kept; wait: number };

/** The tokens that the database has refused, each until its minute is over: a flood is not asked about again. */
const refused = () => once("refused-tokens", () => new LRUCache<string, true>({ max: 20_000 }));

/** Keeps a callback, in one commit with those that come at the same time. Resolves once it is committed. */
export async function keepCallback(callback: Callback): Promise<Kept> {
  const { tokenHash } = callback;
  if (refused().get(tokenHash) === true) return "too_many";
  const keep = once("keep-callback", () =>
    inGroups(rules, async (callbacks: readonly Arrived[]) => keepTogether(await db(), callbacks)),
  );
  const { result, wait } = await keep({ ...callback, arrival: nextArrival() });
  if (result === "too_many") refused().set(tokenHash, true, { ttl: Math.max(1, wait) * 1_000 });
  return result;
}

/** Microseconds since 1970, one more than the last where the clock stands still or goes back. */
function nextArrival(): number {
  const clock = once("callback-arrivals", () => ({ last: 0 }));
  clock.last = Math.max(clock.last + 1, Date.now() * 1_000);
  return clock.last;
}

/** Whether a token is of a transfer. */
export async function isOfTransfer(tokenHash: string): Promise<boolean> {
  const found = await (await db())
    .selectFrom("transfers")
    .select("id")
    .where("callback_token_hash", "=", tokenHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets the minutes that are over. */
export async function dropOldWindows(ledger: Db): Promise<void> {
  await sql`delete from callback_windows where ends_at <= ${now(ledger)}`.execute(ledger);
}

/** Seconds by the database's clock, which all servers share. */
function now(ledger: Db) {
  return isPostgres(ledger)
    ? sql<number>`cast(extract(epoch from clock_timestamp()) as bigint)`
    : sql<number>`unixepoch()`;
}

/** Counts into the minute that runs; one that is over, or that a wrong clock has set too far ahead, begins again. */
function counted(ledger: Db) {
  const isRunning = sql`own.ends_at > ${now(ledger)} and own.ends_at <= excluded.ends_at`;
  return sql`on conflict (transfer_id) do update set
    count = case when ${isRunning} then own.count + excluded.count else excluded.count end,
    ends_at = case when ${isRunning} then own.ends_at else excluded.ends_at end`;
}

const columns = sql.raw(
  "transfer_id, body_hash, received_at, last_at, repeats, arrival, query, content_type, raw, raw_encoding, is_truncated",
);
const sameAgain = sql`on conflict (transfer_id, body_hash) do update set
  repeats = own.repeats + 1, last_at = excluded.last_at`;

function keepTogether(ledger: Db, callbacks: readonly Arrived[]): Promise<Judged[]> {
  return isPostgres(ledger)
    ? againOnConflict(() => keepByOneStatement(ledger, callbacks))
    : keepInOneTransaction(ledger, callbacks);
}

/** Each one's own number in the minute is the count without those of its token that come after it, which are `behind`. */
function numbered(callbacks: readonly Arrived[]) {
  const counts = new Map<string, number>();
  const items = callbacks.map(({ tokenHash, received, arrival }, place) => {
    const number = (counts.get(tokenHash) ?? 0) + 1;
    counts.set(tokenHash, number);
    return { ...received, arrival, place, number, token_hash: tokenHash };
  });
  return {
    counts,
    items: items.map(({ number, ...item }) => ({
      ...item,
      behind: (counts.get(item.token_hash) ?? 0) - number,
    })),
  };
}

async function keepByOneStatement(ledger: Db, callbacks: readonly Arrived[]): Promise<Judged[]> {
  const at = new Date().toISOString();
  const { items, counts } = numbered(callbacks);
  const { rows } = await sql<{ place: number; wait: string; is_kept: boolean }>`${prepared}
    with items as materialized (
      select * from json_to_recordset(${toStorableJson(items)}) as items (place integer, behind integer, token_hash text,
        body_hash text, arrival bigint, query text, content_type text, raw text, raw_encoding text, is_truncated integer)
    ),
    owners as materialized (
      select id, callback_token_hash from transfers
      where ${isOneOf(ledger, "callback_token_hash", [...counts.keys()])}
    ),
    counted as (
      insert into callback_windows as own (transfer_id, count, ends_at)
      select owners.id, cast(count(*) as integer), ${now(ledger)} + ${windowSeconds}
      from items join owners on owners.callback_token_hash = items.token_hash group by owners.id order by owners.id
      ${counted(ledger)} returning transfer_id, count, ends_at - ${now(ledger)} as wait
    ),
    allowed as (
      select items.*, counted.transfer_id, counted.wait, counted.count - items.behind <= ${perMinute} as is_kept
      from items join owners on owners.callback_token_hash = items.token_hash
      join counted on counted.transfer_id = owners.id
    ),
    written as (
      insert into received as own (${columns})
      select transfer_id, body_hash, ${at}, ${at}, 1, arrival, query, content_type, raw, raw_encoding, is_truncated
      from allowed where is_kept order by transfer_id, body_hash ${sameAgain}
    )
    select place, wait, is_kept from allowed`.execute(ledger);
  const judged = new Map(rows.map((row) => [row.place, row]));
  return items.map(({ place }) => {
    const row = judged.get(place);
    if (row === undefined) return { result: "unknown_token", wait: 0 };
    return { result: row.is_kept ? "kept" : "too_many", wait: Number(row.wait) };
  });
}

/** SQLite returns nothing from within a statement: the same steps are three. */
async function keepInOneTransaction(ledger: Db, callbacks: readonly Arrived[]): Promise<Judged[]> {
  const at = new Date().toISOString();
  const { items, counts } = numbered(callbacks);
  return inTransaction(ledger, async (trx) => {
    const { rows: owners } = await sql<{ id: string; token_hash: string }>`
      select id, callback_token_hash as token_hash from transfers
      where callback_token_hash in (select value from json_each(${JSON.stringify([...counts.keys()])}))`.execute(
      trx,
    );
    const added = owners.map(({ id, token_hash }) => ({ id, count: counts.get(token_hash) ?? 0 }));
    const { rows: windows } = await sql<{ transfer_id: string; count: number; wait: number }>`
      insert into callback_windows as own (transfer_id, count, ends_at)
      select value ->> 'id', value ->> 'count', ${now(ledger)} + ${windowSeconds}
      from json_each(${JSON.stringify(added)}) where true
      ${counted(ledger)} returning transfer_id, count, ends_at - ${now(ledger)} as wait`.execute(trx);
    const windowOf = new Map(windows.map((window) => [window.transfer_id, window]));
    const ownerOf = new Map(owners.map(({ id, token_hash }) => [token_hash, windowOf.get(id)]));
    const judged = items.map((item) => {
      const window = ownerOf.get(item.token_hash);
      const isKept = window !== undefined && window.count - item.behind <= perMinute;
      return { item, window, isKept };
    });
    const kept = judged.flatMap(({ item, window, isKept }) =>
      isKept ? [{ ...item, transfer_id: window?.transfer_id }] : [],
    );
    await sql`insert into received as own (${columns})
      select value ->> 'transfer_id', value ->> 'body_hash', ${at}, ${at}, 1, value ->> 'arrival', value ->> 'query',
        value ->> 'content_type', value ->> 'raw', value ->> 'raw_encoding', value ->> 'is_truncated'
      from json_each(${toStorableJson(kept)}) where true ${sameAgain}`.execute(trx);
    return judged.map(({ window, isKept }): Judged => {
      if (window === undefined) return { result: "unknown_token", wait: 0 };
      return { result: isKept ? "kept" : "too_many", wait: window.wait };
    });
  });
}
