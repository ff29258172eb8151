import { Gauge, Registry } from "prom-client";
import { countOpen } from "#lib/server/attention/open-transfers";
import { countWatched } from "#lib/server/chain/watched";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import { readServer } from "#lib/server/database/database-server";
import { db } from "#lib/server/database/db";
import { type FeatureFigure, featureFigures } from "#lib/server/database/feature-figures";
import { mayLackTransfers } from "#lib/server/hold/transfer-hold";
import { databaseTime, type Timing, timingOf } from "#lib/server/tables/database-clock";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { withinTime } from "#lib/server/tables/within-time";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { isReady } from "./readiness";

/** Invariant: these are read from the database on request, so that several servers say the same. */

const readLimitMs = 2_000;

type StoredFigures = {
  unknownOpen: number;
  oldestUnansweredSeconds: number;
  attention: Map<AttentionReason, number>;
  isHeld: boolean;
  chains: readonly (ChainCursorRow & { count: number; blind: number })[];
  features: readonly FeatureFigure[];
  /** `undefined` on a file, which shares this machine's clock. */
  timing: Timing | undefined;
};

type MakeGauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames?: Label[],
) => Gauge<Label>;

/** In the text format of Prometheus. While the database is away it says only that: an old figure would look like news. */
export async function writeStoredMetrics(): Promise<string> {
  const registers = [new Registry()];
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `dashboard_${name}`, help, labelNames, registers });
  const [isUp, figures] = await Promise.all([
    isReady(),
    withinTime(readLimitMs, db().then(readFigures)).catch(() => undefined),
  ]);
  // One figure for everybody: a database that takes no writes makes no transfers.
  gauge("database_up", "1 when a row was written within the last few seconds, as /readyz says.").set(
    isUp ? 1 : 0,
  );
  if (figures?.timing !== undefined) {
    gauge(
      "database_clock_ahead_seconds",
      "How far this server's clock is ahead of PostgreSQL's; below 0 where it is behind.",
    ).set(figures.timing.aheadMs / 1_000);
    gauge(
      "database_idle_session_timeout_seconds",
      "After how long PostgreSQL ends a session that does nothing; 0: never.",
    ).set(figures.timing.idleSessionMs / 1_000);
  }
  if (figures !== undefined) {
    gauge(
      "transfers_held",
      "1 while no new transfer is sent because the database may have lost some; an admin ends that.",
    ).set(figures.isHeld ? 1 : 0);
    gauge("unknown_outcomes_open", "Transfers with an unknown outcome that wait for a person.").set(
      figures.unknownOpen,
    );
    gauge(
      "oldest_unanswered_submission_seconds",
      "Age of the oldest transfer that has no outcome yet; 0 when there is none.",
    ).set(figures.oldestUnansweredSeconds);
    const attention = gauge("attention_transfers", "Transfers that wait for a person, by reason.", [
      "reason",
    ]);
    writeFeatures(figures.features, gauge);
    const headAge = gauge("chain_head_age_seconds", "Age of the newest block that was read.", ["network"]);
    const readAge = gauge("chain_read_age_seconds", "Since when a watched network was not read.", [
      "network",
    ]);
    const lag = gauge("chain_settled_lag_blocks", "Blocks between the newest and what is settled.", [
      "network",
    ]);
    const watched = gauge("chain_watched", "Transfers whose deposit address is looked at.", ["network"]);
    const blind = gauge(
      "chain_blind_seconds",
      "Since when a network can't be read while somebody waits for a deposit on it; 0 where it is read.",
      ["network"],
    );
    const unread = gauge("chain_blind_transfers", "Transfers whose own address can't be read.", ["network"]);
    for (const { network, head, head_time, read_at, settled, count, ...chain } of figures.chains) {
      blind.set({ network }, count === 0 ? 0 : secondsSince(chain.blind_since));
      unread.set({ network }, chain.blind);
      watched.set({ network }, count);
      headAge.set({ network }, secondsSince(head_time));
      readAge.set({ network }, secondsSince(read_at));
      lag.set({ network }, head === null || settled === null ? 0 : head - settled);
    }
    for (const reason of attentionReasons) attention.set({ reason }, figures.attention.get(reason) ?? 0);
  }
  return (await Promise.all(registers.map((registry) => registry.metrics()))).join("");
}

function writeFeatures(figures: readonly FeatureFigure[], gauge: MakeGauge): void {
  const gauges = new Map<string, Gauge>();
  for (const { name, help, value, label } of figures) {
    const known = gauges.get(name) ?? gauge<string>(name, help, label === undefined ? [] : [label[0]]);
    gauges.set(name, known);
    known.set(label === undefined ? {} : { [label[0]]: label[1] }, value);
  }
}

async function readFigures(ledger: Db): Promise<StoredFigures> {
  const timing = isPostgres(ledger) ? await timingOf(ledger) : undefined;
  const isHeld = mayLackTransfers(await readServer(ledger, databaseTime(ledger)));
  const { reasons } = await countOpen(ledger);
  const { oldest } = await ledger
    .selectFrom("transfers")
    .select(({ fn }) => fn.min("created_at").as("oldest"))
    .where("submission", "in", ["recorded", "dispatching"])
    .executeTakeFirstOrThrow();
  const attention = new Map(reasons.map(({ reason, count }) => [reason, count]));
  return {
    timing,
    isHeld,
    chains: await readChains(ledger),
    attention,
    features: (await Promise.all(featureFigures.all().map((read) => read(ledger)))).flat(),
    unknownOpen: (attention.get("unknown_outcome") ?? 0) + (attention.get("late_callback") ?? 0),
    // Aggregates over no row are null, whatever the column is.
    oldestUnansweredSeconds: secondsSince(oldest as string | null),
  };
}

async function readChains(ledger: Db): Promise<StoredFigures["chains"]> {
  const cursors = await ledger.selectFrom("chain_cursors").selectAll().execute();
  const watched = cursors.filter(({ network }) => isNetworkWatched(network));
  return Promise.all(watched.map(async (cursor) => ({ ...cursor, ...(await countWatched(ledger, cursor)) })));
}

function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, Date.now() - Date.parse(time)) / 1000;
}
