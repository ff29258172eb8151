"use client";

import type { ReactNode } from "react";
import { useFocusKept } from "#lib/browser/focus-kept";
import { useIsOver, useServerNow } from "./server-now";

type Props = {
  /** Milliseconds since 1970: the end of the time to send, and the server's time when it drew the page. */
  until: number;
  drawnAt: number;
  /** Shown in its place afterwards. */
  late: ReactNode;
  children: ReactNode;
};

/** Asks for the payment until the time to send is over, whether or not the server is there to say so. */
export function OpenUntil({ until, drawnAt, late, children }: Props) {
  const isOver = useIsOver(until, useServerNow(drawnAt, 1_000));
  useFocusKept(`${isOver}`);
  return isOver ? late : children;
}
