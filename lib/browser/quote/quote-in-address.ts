import { useEffect, useRef } from "react";
import { writeQuoteAddress } from "./quote-address";

/** Adds no history entry. Writes nothing on mount: the framework would cancel a navigation that has just started. */
export function useQuoteInAddress(amount: string, asset: string): void {
  const written = useRef({ amount, asset });
  useEffect(() => {
    if (written.current.amount === amount && written.current.asset === asset) return;
    written.current = { amount, asset };
    // The framework patches the history only after its own first effects.
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
