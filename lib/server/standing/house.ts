import { isNetworkWatched } from "#lib/server/config/watched-network";
import { lastBusiness } from "#lib/server/service/business";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import type { House } from "#lib/transfer/standing/facts";

/** Invariant: what closes every transfer at once, or hides its news, is read here and told once, not once a transfer. */

/** A network that could not be read for so long, with somebody waiting, needs a person. */
const blindMs = 5 * 60_000;
/** So many of the newest accepted transfers are looked at, and there must be some before anything is said. */
const newestLooked = 20;
const fewest = 5;
const youngMs = 3_600_000;
/** A transfer from before a loss can bear a time so long after it, where another server's clock is ahead. */
const clocksDifferMs = 2 * 60_000;

export type HouseState = {
  isHeld: boolean;
  isBusinessRefused: boolean;
  /** When rows may have been lost last. */
  lostAt: string | null;
  isUnheard: boolean;
  cursors: readonly ChainCursorRow[];
};

type Placed = Pick<TransferRow, "id" | "network" | "created_at">;

/** The house as each of these transfers sees it, now. */
export async function readHouseOf(
  ledger: Db | Trx,
  rows: readonly Placed[],
): Promise<(row: Placed) => House> {
  const house = await readHouse(ledger);
  const { lostAt } = house;
  const older = rows.filter((row) => isOlder(row, lostAt)).map(({ id }) => id);
  const asked =
    older.length === 0 || lostAt === null
      ? []
      : await ledger
          .selectFrom("fundings")
          .select("transfer_id")
          .where(isOneOf(ledger, "transfer_id", older))
          .where("asked_at", ">", lostAt)
          .execute();
  const linked =
    older.length === 0 || lostAt === null
      ? []
      : await ledger
          .selectFrom("pay_links")
          .select("transfer_id")
          .where(isOneOf(ledger, "transfer_id", older))
          .where("created_at", ">", lostAt)
          .execute();
  // Neither is written for such a transfer without a person's word that nobody sent.
  const since = new Set([...asked, ...linked].map(({ transfer_id }) => transfer_id));
  return (row) => houseOf(house, row, since.has(row.id));
}

/** Made before rows may have been lost: a wallet may have been asked that nobody knows of. */
function isOlder({ created_at }: Pick<Placed, "created_at">, lostAt: string | null): boolean {
  return lostAt !== null && Date.parse(created_at) <= Date.parse(lostAt) + clocksDifferMs;
}

/** A few small reads, whatever the size of the ledger. */
export async function readHouse(ledger: Db | Trx): Promise<HouseState> {
  const { held_since, released_at, lost_at } = await ledger
    .selectNoFrom((from) => {
      const server = from.selectFrom("database_server").where("id", "=", 1);
      const losses = from
        .selectFrom("audit_log")
        .where("action", "in", ["ledger_restored", "transfers_held"]);
      return [
        server.select("held_since").as("held_since"),
        server.select("released_at").as("released_at"),
        losses.select("at").orderBy("seq", "desc").limit(1).as("lost_at"),
      ];
    })
    .executeTakeFirstOrThrow();
  const cursors = await ledger.selectFrom("chain_cursors").selectAll().execute();
  return {
    isHeld: held_since !== null && released_at === null,
    isBusinessRefused: lastBusiness()?.usable === false,
    lostAt: lost_at,
    isUnheard: await isUnheard(ledger),
    cursors,
  };
}

/** Whether no service reports to us: of the newest transfers that should have news, none has. */
async function isUnheard(ledger: Db | Trx): Promise<boolean> {
  // By the order of the list alone: a condition on the submission would be answered by sorting all of them.
  const rows = await ledger
    .selectFrom("transfers")
    .select(["submission", "callback_count"])
    .where("created_at", "<", new Date(Date.now() - youngMs).toISOString())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(3 * newestLooked)
    .execute();
  const newest = rows.filter(({ submission }) => submission === "accepted").slice(0, newestLooked);
  return newest.length >= fewest && newest.every(({ callback_count }) => callback_count === 0);
}

function houseOf(
  { isHeld, isBusinessRefused, lostAt, isUnheard: unheard, cursors }: HouseState,
  { network, created_at }: Placed,
  wasFundedSince: boolean,
): House {
  const cursor = cursors.find((each) => each.network === network);
  return {
    now: Date.now(),
    isHeld,
    isBusinessRefused,
    lostAt,
    mayLackFunding: isOlder({ created_at }, lostAt) && !wasFundedSince,
    network: {
      readAt: cursor?.read_at ?? null,
      blindSince: isNetworkWatched(network) ? (cursor?.blind_since ?? null) : null,
    },
    isUnheard: unheard,
  };
}

/** The watched networks that can't be read, for long enough to tell somebody. */
export function blindNetworks({ cursors }: Pick<HouseState, "cursors">): string[] {
  const long = new Date(Date.now() - blindMs).toISOString();
  return cursors
    .filter(
      ({ network, blind_since }) => blind_since !== null && blind_since <= long && isNetworkWatched(network),
    )
    .map(({ network }) => network);
}
