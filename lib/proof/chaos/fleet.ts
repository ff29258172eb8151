import { setTimeout } from "node:timers/promises";
import type { CrashDatabase } from "#lib/proof/crash/crash-database";
import { type ProductionServer, productionServer } from "#lib/testing/servers/production-server";
import { type OwnerSession, ownerSession } from "#lib/testing/sign-in/owner";
import type { Random } from "./random";

/** Several servers of the production build on one database, which come and go. */
export type Fleet = {
  /** One that runs; waits for one where none does. Throws when none comes back. */
  someServer: () => Promise<ProductionServer>;
  session: OwnerSession;
  /** How many were killed, and how many of these while they started. */
  counts: { kills: number; killsAtStart: number };
  /** Kills one at random, and starts it again; it runs when it resolves. */
  killOne: () => Promise<void>;
  /** Kills and starts servers at random until the signal, so many a minute; all run when it resolves. */
  harass: (killsPerMinute: number, signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

const lookMs = 50;
const backLimitMs = 90_000;
const downMs = 2_000;
const bootMs = 2_000;
const shareKilledAtStart = 0.2;

/** Starts them, all at the same moment. */
export async function startFleet(
  database: Pick<CrashDatabase, "url">,
  serviceUrl: string,
  count: number,
  random: Random,
): Promise<Fleet> {
  const limits = { OFFRAMP_TIMEOUT_MS: "3000" };
  const all = await Promise.all(
    Array.from({ length: count }, () => productionServer(database.url, serviceUrl, limits)),
  );
  const up = new Set<ProductionServer>();
  const counts = { kills: 0, killsAtStart: 0 };
  const start = async (server: ProductionServer) => {
    await server.start();
    up.add(server);
  };
  const kill = async (server: ProductionServer) => {
    up.delete(server);
    server.process().kill();
    await server.process().ended;
    counts.kills += 1;
  };
  const killAndStart = async (server: ProductionServer) => {
    await kill(server);
    await setTimeout(random.below(downMs));
    if (random.chance(shareKilledAtStart)) {
      server.spawn();
      await setTimeout(random.below(bootMs));
      await kill(server);
      counts.killsAtStart += 1;
    }
    await start(server);
  };
  await Promise.all(all.map(start));
  const session = ownerSession();
  await session.renew(all[0]?.url ?? "");
  const someServer = async () => {
    const end = Date.now() + backLimitMs;
    while (up.size === 0) {
      if (Date.now() > end) throw new Error("No server runs any more.");
      await setTimeout(lookMs);
    }
    return random.pick([...up]);
  };
  return {
    someServer,
    session,
    counts,
    killOne: async () => killAndStart(await someServer()),
    harass: async (killsPerMinute, signal) => {
      const restarts: Promise<void>[] = [];
      const failures: unknown[] = [];
      while (!signal.aborted) {
        const pauseMs = random.below((2 * 60_000) / killsPerMinute);
        await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
        // Most often one, at times several or all at the same moment.
        const most = random.chance(0.8) ? 1 : 1 + random.below(all.length);
        for (const server of [...up].sort(() => random.below(3) - 1).slice(0, most))
          restarts.push(killAndStart(server).catch((error: unknown) => void failures.push(error)));
      }
      await Promise.all(restarts);
      if (failures.length > 0) throw failures[0];
    },
    close: async () => {
      for (const server of all) server.process().kill();
      await Promise.all(all.map((server) => server.process().ended));
    },
  };
}
