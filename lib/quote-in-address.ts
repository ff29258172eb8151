import { useEffect } from "react";
import { writeQuoteAddress } from "./quote-address";

/** Keeps the address bar at what is shown, without a new entry in the history and without asking the server. */
export function useQuoteInAddress(amount: string, asset: string): void {
  useEffect(() => {
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
