"use client";

import { type ReactNode, useEffect, useState } from "react";

type Props = {
  at: string;
  /** As the lists say it, when the server drew this. */
  drawn: string;
  timeZone: string;
  /** The exact moment: heard, on paper, and shown while a pointer rests on the age. */
  children: ReactNode;
};

/** How long ago, as the lists say it: `2 min ago`, `yesterday`, `on 20 Nov`. */
export function Age({ at, drawn, timeZone, children }: Props) {
  const [age, setAge] = useState(drawn);
  useEffect(() => {
    setAge(drawn);
    const tell = () =>
      import("#lib/text/format-time").then(
        ({ formatAge }) => setAge(formatAge(at, Date.now(), timeZone)),
        () => undefined,
      );
    const timer = setInterval(tell, 30_000);
    return () => clearInterval(timer);
  }, [at, drawn, timeZone]);
  return (
    <>
      <time translate="no" dateTime={at} aria-hidden="true" className="print:hidden">
        {/ (min|h)$/.test(age) ? `${age} ago` : /^\d/.test(age) ? `on ${age}` : age.toLowerCase()}
      </time>
      <span className="sr-only print:not-sr-only">{children}</span>
    </>
  );
}
