import { once } from "#lib/server/config/once";

/** Invariant: a stopping server first ends what it has begun: a service's answer must be recorded. */
const works = () => once("under-way", () => new Set<Promise<unknown>>());
const ending = () => once("ending", () => ({ isEnding: false }));
const lastActs = () => once("last-acts", () => new Set<() => Promise<unknown>>());

/** Keeps a stopping server alive until this work has ended. */
export function underWay<Result>(work: Promise<Result>): Promise<Result> {
  const all = works();
  all.add(work);
  const leave = () => void all.delete(work);
  work.then(leave, leave);
  return work;
}

/** Runs after all work has ended, just before the process does. */
export function asLastAct(act: () => Promise<unknown>): void {
  lastActs().add(act);
}

/** Whether the server stops: work that would go on for long ends with its next step. */
export function isEnding(): boolean {
  return ending().isEnding;
}

export async function finish(): Promise<void> {
  ending().isEnding = true;
  while (works().size > 0) await Promise.allSettled(works());
  await Promise.allSettled([...lastActs()].map((act) => act()));
}
