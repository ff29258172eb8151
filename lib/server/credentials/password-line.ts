import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";

/**
 * Invariant: few hashes are made at once, few wait, and the rest is refused. Known people and strangers take turns: neither
 * waits for more than one of the others. People share among the known, and networks among strangers.
 */

/** More would take the memory and the threads of all other requests. */
export const hashesAtOnce = 2;
/** Of the known, and as many of the unknown. */
export const mostWaiting = 20;
/** Of one person, or of one network. */
export const mostOfShare = 3;
const retryAfterSeconds = 5;

/** Who a hash is for. Known: a session, a link or the browser's mark names the person. */
export type Turn = { isKnown: boolean; share: string };

type Waiting = Map<string, (() => void)[]>;
type Line = { taken: number; wasKnown: boolean; known: Waiting; strangers: Waiting };

const theLine = () =>
  once("password-line", (): Line => ({ taken: 0, wasKnown: false, known: new Map(), strangers: new Map() }));
const holder = () => once("password-turn", () => new AsyncLocalStorage<true>());

/** Throws `busy` when the line is full. Call it before anything is counted. */
export function requirePlace({ isKnown, share }: Turn): void {
  const line = theLine();
  if (line.taken < hashesAtOnce) return;
  const waiting = isKnown ? line.known : line.strangers;
  const own = waiting.get(share)?.length ?? 0;
  let all = 0;
  for (const each of waiting.values()) all += each.length;
  if (own < mostOfShare && all < mostWaiting) return;
  throw new Problem(
    "busy",
    `Too many people are signing in at the moment. Nothing was done. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** Does work in its turn, in which hashes need no turn of their own. Throws `busy` when the line is full. */
export async function inTurn<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
  if (holder().getStore()) return work();
  requirePlace(turn);
  const line = theLine();
  if (line.taken < hashesAtOnce) line.taken += 1;
  else
    await new Promise<void>((resolve) =>
      queue(turn.isKnown ? line.known : line.strangers, turn.share, resolve),
    );
  try {
    return await holder().run(true, work);
  } finally {
    const next = takeTurn(line);
    if (next === undefined) line.taken -= 1;
    else next();
  }
}

function queue(waiting: Waiting, share: string, go: () => void): void {
  waiting.set(share, [...(waiting.get(share) ?? []), go]);
}

function takeTurn(line: Line): (() => void) | undefined {
  const order = line.wasKnown ? (["strangers", "known"] as const) : (["known", "strangers"] as const);
  for (const side of order) {
    const next = takeNext(line[side]);
    if (next === undefined) continue;
    line.wasKnown = side === "known";
    return next;
  }
  return undefined;
}

/** Takes the first of the share whose turn it is; that share goes to the end. */
function takeNext(waiting: Waiting): (() => void) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [share, [next, ...rest]] = first;
  waiting.delete(share);
  if (rest.length > 0) waiting.set(share, rest);
  return next;
}
