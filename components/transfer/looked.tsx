"use client";

import { useEffect, useRef } from "react";
import { useRefresh } from "#lib/browser/refresh-page";
import { useServerNow } from "./server-now";

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

/** As old as what the page shows may be while somebody looks. */
const freshMs = 60_000;

/** How long ago the network was read. It asks for a newer reading each minute, or an old one would look like a fault. */
export function Looked({ at, drawnAt, exactly, block, place }: Props) {
  const now = useServerNow(drawnAt, 1_000);
  const { refresh } = useRefresh();
  const askedAt = useRef(drawnAt);
  useEffect(() => {
    if (now - Math.max(askedAt.current, drawnAt) < freshMs || document.hidden) return;
    askedAt.current = now;
    refresh();
  }, [now, drawnAt, refresh]);
  const seconds = Math.max(1, Math.floor((now - Date.parse(at)) / 1_000));
  const minutes = Math.floor(seconds / 60);
  const ago =
    seconds < 60 ? `${seconds} s` : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  const looked = place === undefined ? "Looked" : `On ${place}, looked`;
  return (
    <span className="tabular-nums">
      {looked}{" "}
      <time dateTime={at}>
        <span className="print:hidden">{ago} ago</span>
        <span className="hidden print:inline">at {exactly}</span>
      </time>
      {block !== undefined && `, up to block ${block}`}.
    </span>
  );
}
