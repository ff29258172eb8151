"use client";

import { useServerNow } from "./window/server-now";

type Props = {
  /** When the network was read, and the server's time when it drew this, in milliseconds since 1970. */
  at: string;
  drawnAt: number;
  /** When and how far it was read, as people read it. */
  words: string;
};

const freshMs = 60_000;

/**
 * Seen once the reading grows old; before, it is in the tooltip beside it. A newer reading comes with the next news alone: to
 * draw the page again counts as an act of the person, and would keep the session of one who has left from ending.
 */
export function Looked({ at, drawnAt, words }: Props) {
  const isFresh = useServerNow(drawnAt, 1_000) - Date.parse(at) < freshMs;
  return <span className={isFresh ? "sr-only print:not-sr-only" : "tabular-nums"}>{words}</span>;
}
