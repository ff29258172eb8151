import { useEffect, useState } from "react";
import type { Live, LiveState } from "#lib/browser/live-rows";
import type { Row } from "./row";

const askEveryMs = 10_000;
const newsMs = 6_000;
const nothing: LiveState = { changes: {} };

/** What became of the rows since they were drawn: asked at most once in 10 s, and never in a hidden tab. */
export function useLiveRows(
  rows: readonly Row[],
  live: Live | undefined,
  say: (words: string) => void,
): LiveState {
  const [known, setKnown] = useState({ rows, state: nothing });

  useEffect(() => {
    if (live === undefined) return;
    let state = nothing;
    let isOver = false;
    let fading: ReturnType<typeof setTimeout> | undefined;
    const asking = setInterval(async () => {
      if (document.hidden) return;
      const { lookAgain, withoutNews } = await import("#lib/browser/live-rows");
      const found = await lookAgain(live, rows, state);
      if (found === undefined) clearInterval(asking);
      if (isOver || found === undefined) return;
      clearTimeout(fading);
      state = found.state;
      setKnown({ rows, state });
      if (found.news !== "") say(found.news);
      fading = setTimeout(() => setKnown({ rows, state: withoutNews(state) }), newsMs);
    }, askEveryMs);
    return () => {
      isOver = true;
      clearInterval(asking);
      clearTimeout(fading);
    };
  }, [rows, live, say]);

  return known.rows === rows ? known.state : nothing;
}
