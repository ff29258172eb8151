import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { type AccessMode, type KyselyPlugin, sql } from "kysely";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Acts of this process that can be held between what they read and what they write. The ledger that the product is given
 * counts their steps: each beginning of a transaction, each answer of the database, each commit.
 */

/** An act that is under way, and how it is held. */
type Held = {
  steps: number;
  /** The step to hold it at; 0 for none. */
  holdAt: number;
  onHeld: () => void;
  release: Promise<void>;
  /** What it has asked the database for and not been answered. */
  asked: number;
};
const acts = new AsyncLocalStorage<Held>();

/** Something that somebody does; `begun` where a part of it is under way already. */
export type Act<Result> = { run: () => Promise<Result>; begun?: Begun | undefined };
/** The part of an act that was begun before it could be held. */
type Begun = { held: Held };

/** Begins something whose end is an act of its own, such as a request that waits for the service's answer. */
export function begin<Result>(work: () => Promise<Result>): { begun: Begun; doing: Promise<Result> } {
  const held = freely();
  return { begun: { held }, doing: acts.run(held, work) };
}

function freely(): Held {
  return { steps: 0, holdAt: 0, onHeld: () => undefined, release: Promise.resolve(), asked: 0 };
}

async function step(held: Held): Promise<void> {
  held.steps += 1;
  if (held.steps !== held.holdAt) return;
  held.onHeld();
  await held.release;
}

/** Puts a ledger whose steps are counted before the product's own, until it is closed. */
export async function countSteps(): Promise<void> {
  const ledger = await db();
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const held = acts.getStore();
      if (held !== undefined) held.asked += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      const held = acts.getStore();
      if (held !== undefined) {
        held.asked -= 1;
        await step(held);
      }
      return result;
    },
  };
  const counted = ledger.withPlugin(counting);
  const transaction = () => ({
    // What only reads is no act.
    setAccessMode: (mode: AccessMode) => ledger.transaction().setAccessMode(mode),
    execute: async <Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> => {
      const held = acts.getStore();
      if (held === undefined) return ledger.transaction().execute(work);
      await step(held);
      held.asked += 1;
      return ledger.transaction().execute(async (trx) => {
        held.asked -= 1;
        const result = await work(trx.withPlugin(counting) as Trx);
        await step(held);
        return result;
      });
    },
  });
  const paused = new Proxy(counted, {
    get: (target, name) => {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  once<{ opened: Promise<Db> | undefined }>("db", () => ({ opened: undefined })).opened =
    Promise.resolve(paused);
}

/** What became of two acts: whether the first was held before its end, and whether the second ended meanwhile. */
export type Meeting<First, Second> = {
  first: PromiseSettledResult<First>;
  second: PromiseSettledResult<Second>;
  wasHeld: boolean;
  secondEndedFirst: boolean;
};

/**
 * Holds one act at a step of it, lets the other one run until it ends or waits for the first, and lets the first go on. An
 * act with fewer steps ends before the other one begins.
 */
export async function meet<First, Second>(
  first: Act<First>,
  holdAt: number,
  second: Act<Second>,
): Promise<Meeting<First, Second>> {
  const one = first.begun?.held ?? freely();
  const isHeld = new Promise<true>((resolve) => {
    one.onHeld = () => resolve(true);
  });
  let release: () => void = () => undefined;
  one.release = new Promise((resolve) => {
    release = resolve;
  });
  Object.assign(one, { steps: 0, holdAt });
  const doing = settle(acts.run(one, first.run));
  const wasHeld = await Promise.race([isHeld, doing.then(() => false)]);
  const other = second.begun?.held ?? freely();
  let hasEnded = false;
  const doingOther = settle(acts.run(other, second.run)).finally(() => {
    hasEnded = true;
  });
  const isStill = stillness(other);
  while (!hasEnded && !(wasHeld && (isStill() || (await isWaiting(other))))) await setTimeout(1);
  const secondEndedFirst = hasEnded;
  release();
  const [end, otherEnd] = await Promise.all([doing, doingOther]);
  return { first: end, second: otherEnd, wasHeld, secondEndedFirst };
}

/** How long an act may do nothing before it counts as waiting in memory, such as for a group that the first one is in. */
const stillMs = 400;

/** Tells whether an act has asked and been told nothing for a while. */
function stillness(held: Held): () => boolean {
  let seen = "";
  let since = Date.now();
  return () => {
    const now = `${held.steps} ${held.asked}`;
    if (now !== seen) since = Date.now();
    seen = now;
    return Date.now() - since > stillMs;
  };
}

async function settle<Result>(doing: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [result] = await Promise.allSettled([doing]);
  return result;
}

/** Whether an act waits for what the held one has taken: the one connection of a file, or a lock of PostgreSQL. */
async function isWaiting({ asked }: Held): Promise<boolean> {
  if (asked === 0) return false;
  const ledger = await db();
  if (!isPostgres(ledger)) return true;
  const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pg_locks l
    join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`.execute(
    ledger,
  );
  return Number(rows[0]?.waiting) > 0;
}
