import { useEffect } from "react";
import { useRefresh } from "#lib/browser/refresh-page";

const askAgainMs = 5_000;
/** A difference that stays is none that drawing again ends. */
const mostTries = 12;

/**
 * Has the server draw its part again once what was asked for since differs from what it drew, and asks again while it
 * still does: the server may have been away, the person signed out, or a drawing under way from before the change.
 * `isAway`: the server is away now.
 */
export function useRedraw(newest: unknown, drawn: unknown): { isAway: boolean } {
  const { refresh, isAway } = useRefresh();
  const [now, then] = [JSON.stringify(newest), JSON.stringify(drawn)];
  useEffect(() => {
    if (now !== then) refresh();
  }, [now, then, refresh]);
  useEffect(() => {
    if (now === then) return;
    let tries = 0;
    const timer = setInterval(() => {
      tries += 1;
      if (isAway || tries <= mostTries) refresh();
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [now, then, isAway, refresh]);
  return { isAway };
}
