import "server-only";
import { once } from "./once";

/**
 * Invariant: a server that stops first ends what it has begun, even where whoever asked has gone: what the service
 * answers has to be recorded. `lib/commands/serve.mjs` waits for what stands here.
 */
const works = () => once("under-way", () => new Set<Promise<unknown>>());

/** Keeps a stopping server from ending before this work has. Gives what the work gives. */
export function underWay<Result>(work: Promise<Result>): Promise<Result> {
  const all = works();
  all.add(work);
  const leave = () => void all.delete(work);
  work.then(leave, leave);
  return work;
}
