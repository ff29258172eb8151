import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { clocksDifferMs } from "#lib/transfer/deposit";
import type { MeaningOf } from "#lib/transfer/status-words";
import { endedStatuses, overStatuses } from "#lib/transfer/watch";

/** Another transfer that has a transfer's transaction ID, or one of its addresses: then `account` says which. */
export type Twin = { id: string; account: string | null; isOpen: boolean; life: Life };

/** From when a deposit may be for it, until the service ended it; in milliseconds since 1970. */
type Life = { from: number; until: number };

/** By the ID, and at each address; more say no more. */
const mostTwins = 50;

/** By transfer ID; for transfers that are marked as repeated. */
export async function readTwins(
  ledger: Db | Trx,
  ids: readonly string[],
  meaningOf: MeaningOf,
): Promise<Map<string, Twin[]>> {
  const found = new Map<string, Twin[]>();
  for (const id of ids) {
    const pairs = await pairsOf(ledger, id);
    const lives = await readLives(ledger, [...new Set(pairs.map((pair) => pair.id))], meaningOf);
    found.set(
      id,
      pairs.map(({ status, ...pair }) => ({
        ...pair,
        isOpen: !endedStatuses.some((ended) => ended === status),
        life: lives.get(pair.id) ?? { from: 0, until: Number.POSITIVE_INFINITY },
      })),
    );
  }
  return found;
}

async function pairsOf(ledger: Db | Trx, id: string) {
  const byId = await ledger
    .selectFrom("transfers as own")
    .innerJoin("transfers as twin", "twin.transaction_id", "own.transaction_id")
    .select(["twin.id", "twin.status"])
    .where("own.id", "=", id)
    .where("twin.id", "<>", id)
    .limit(mostTwins)
    .execute();
  const pairs: (Pick<Twin, "id" | "account"> & { status: string })[] = byId.map((twin) => ({
    ...twin,
    account: null,
  }));
  for (const account of await accountsOf(ledger, id)) pairs.push(...(await pairsAt(ledger, account, id)));
  return pairs;
}

async function accountsOf(ledger: Db | Trx, id: string): Promise<string[]> {
  const own = await ledger
    .selectFrom("addresses")
    .select("account")
    .distinct()
    .where("transfer_id", "=", id)
    .orderBy("account")
    .execute();
  return own.map(({ account }) => account);
}

/** Of one address, so that as few rows are read where a service gives all of its transfers the same. */
async function pairsAt(ledger: Db | Trx, account: string, id: string) {
  const pairs = await ledger
    .selectFrom((from) =>
      from
        .selectFrom("addresses")
        .select(["transfer_id", "created_at"])
        .where("account", "=", account)
        .where("transfer_id", "<>", id)
        // Those of about the same time matter.
        .orderBy("created_at", "desc")
        .limit(mostTwins)
        .as("other"),
    )
    .innerJoin("transfers as twin", "twin.id", "other.transfer_id")
    .select(["twin.id", "twin.status"])
    .orderBy("other.created_at", "desc")
    .execute();
  return pairs.map((pair) => ({ ...pair, account }));
}

/** By transfer ID: from its address until the service said that it is over. */
async function readLives(
  ledger: Db | Trx,
  ids: readonly string[],
  meaningOf: MeaningOf,
): Promise<Map<string, Life>> {
  const lives = new Map<string, Life>();
  if (ids.length === 0) return lives;
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "kind", "word"])
    .select(({ fn }) => fn.min("at").as("at"))
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", ["accepted", "resolved_exists", "callback"])
    .where("is_quarantined", "=", 0)
    .groupBy(["transfer_id", "kind", "word"])
    .execute();
  for (const { transfer_id, kind, word, at } of rows) {
    const life = lives.get(transfer_id) ?? {
      from: Number.POSITIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    };
    const ms = Date.parse(at);
    const isEnd = kind === "callback" && isOver(word, meaningOf);
    lives.set(
      transfer_id,
      isEnd ? { ...life, until: Math.min(life.until, ms) } : { ...life, from: Math.min(life.from, ms) },
    );
  }
  return lives;
}

function isOver(word: string | null, meaningOf: MeaningOf): boolean {
  const meaning = word === null ? undefined : meaningOf(word);
  return meaning !== undefined && overStatuses.some((over) => over === meaning);
}

/**
 * Whether a deposit at a shared address may be for a transfer: of all that have the address, it counts for the one that the
 * service waited for at the block's time, and for each where that is not one.
 */
export function mayBeOurs(own: Life, sharing: readonly Twin[], blockTime: string): boolean {
  const at = Date.parse(blockTime);
  const covers = ({ from, until }: Life) => from - clocksDifferMs <= at && at < until;
  const others = sharing.filter(({ life }) => covers(life)).length;
  return covers(own) || others !== 1;
}

/** A transfer's own life, by its words. */
export function lifeOf(
  addressAt: string | null,
  words: readonly { meaning: ReturnType<MeaningOf>; firstAt: string }[],
): Life {
  const ends = words
    .filter(({ meaning }) => overStatuses.some((over) => over === meaning))
    .map(({ firstAt }) => Date.parse(firstAt));
  return {
    from: addressAt === null ? Number.POSITIVE_INFINITY : Date.parse(addressAt),
    until: Math.min(Number.POSITIVE_INFINITY, ...ends),
  };
}
