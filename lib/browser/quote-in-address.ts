import { useEffect, useRef } from "react";
import { writeQuoteAddress } from "./quote-address";

/**
 * Keeps the address bar at what is shown, without a new entry in the history and without asking the server. What a page
 * begins with is not written: to the framework a written address ends a way to another page that has just begun.
 */
export function useQuoteInAddress(amount: string, asset: string): void {
  const written = useRef({ amount, asset });
  useEffect(() => {
    if (written.current.amount === amount && written.current.asset === asset) return;
    written.current = { amount, asset };
    // The framework follows the history only after its own first effects have run.
    const timer = setTimeout(() => {
      const { pathname, search } = window.location;
      const kept = Object.fromEntries(
        [...new URLSearchParams(search)].filter(([name]) => name !== "amount" && name !== "asset"),
      );
      const next = writeQuoteAddress(amount, asset, kept);
      if (next !== search) window.history.replaceState(null, "", pathname + next);
    });
    return () => clearTimeout(timer);
  }, [amount, asset]);
}
