"use client";

import { useEffect } from "react";

/** Adds how long ago to the title of any time that a pointer rests on. */
export function TimeTitles() {
  useEffect(() => {
    const tell = ({ target }: PointerEvent) => {
      const time = target instanceof Element ? target.closest("time") : null;
      if (time === null) return;
      import("#lib/text/format-time").then(
        ({ formatAgo, formatUtc }) => {
          const { dateTime } = time;
          time.title = `${formatUtc(dateTime)}, ${formatAgo(dateTime, Date.now())}`;
        },
        () => undefined,
      );
    };
    document.addEventListener("pointerover", tell);
    return () => document.removeEventListener("pointerover", tell);
  }, []);
  return null;
}
