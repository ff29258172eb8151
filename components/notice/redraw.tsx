import { useEffect } from "react";
import { useRefresh } from "#lib/browser/refresh-page";

const askAgainMs = 5_000;

/**
 * Has the server draw its part again once what was asked for since differs from what it drew, and asks again while it
 * still does: the server may have been away, the person signed out, or a drawing under way from before the change.
 * `isAway`: the server is away now.
 */
export function useRedraw(newest: unknown, drawn: unknown): { isAway: boolean } {
  const { refresh, isAway } = useRefresh();
  const [now, then] = [JSON.stringify(newest), JSON.stringify(drawn)];
  const isBehind = now !== then;
  useEffect(() => {
    if (now !== then) refresh();
  }, [now, then, refresh]);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(refresh, askAgainMs);
    return () => clearInterval(timer);
  }, [isBehind, refresh]);
  return { isAway };
}
