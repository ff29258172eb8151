"use client";

import { useServerNow } from "./window/server-now";

type Props = {
  /** When the network was read, and the server's time when it drew this, in milliseconds since 1970. */
  at: string;
  drawnAt: number;
  /** The same moment as people read it. */
  exactly: string;
  /** The newest block that was read. */
  block: string | undefined;
  /** Where the words beside it don't name it. */
  place?: string;
};

/**
 * How long ago the network was read, and after a minute when. A newer reading comes with the next news alone: to draw the
 * page again counts as an act of the person, and would keep the session of one who has left from ending.
 */
export function Looked({ at, drawnAt, exactly, block, place }: Props) {
  const now = useServerNow(drawnAt, 1_000);
  const seconds = Math.max(1, Math.floor((now - Date.parse(at)) / 1_000));
  const looked = place === undefined ? "Looked" : `On ${place}, looked`;
  return (
    <span className="tabular-nums">
      {looked}{" "}
      <time dateTime={at}>
        {seconds < 60 && <span className="print:hidden">{seconds} s ago</span>}
        <span className={seconds < 60 ? "hidden print:inline" : undefined}>at {exactly}</span>
      </time>
      {block !== undefined && `, up to block ${block}`}.
    </span>
  );
}
