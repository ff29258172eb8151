"use client";

import { useEffect } from "react";

/** Says of any time on a page how long ago it was, as soon as a pointer rests on it. */
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
