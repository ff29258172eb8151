import "server-only";
import { once } from "#lib/server/config/once";

/**
 * Invariant: a server that stops first ends what it has begun, even where whoever asked has gone: what the service
 * answers has to be recorded.
 */
const works = () => once("under-way", () => new Set<Promise<unknown>>());
const lastActs = () => once("last-acts", () => new Set<() => Promise<unknown>>());

/** Keeps a stopping server from ending before this work has. Gives what the work gives. */
export function underWay<Result>(work: Promise<Result>): Promise<Result> {
  const all = works();
  all.add(work);
  const leave = () => void all.delete(work);
  work.then(leave, leave);
  return work;
}

/** Has something done when all work has ended, just before the process does. */
export function asLastAct(act: () => Promise<unknown>): void {
  lastActs().add(act);
}

/** Ends when all of it has, and the last acts have. */
export async function finish(): Promise<void> {
  while (works().size > 0) await Promise.allSettled(works());
  await Promise.allSettled([...lastActs()].map((act) => act()));
}
