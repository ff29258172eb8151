import { writeQuoteAddress } from "#lib/browser/quote-address";
import { fieldIds, type TransferForm } from "./transfer-form";

/** Goes to the check, as a new entry of the history, so that Back leads to the details. The server is not asked. */
export function goToCheck(amount: string, asset: string): void {
  const from = new URLSearchParams(window.location.search).get("from");
  const further = { ...(from !== null && { from }), step: "check" };
  window.history.pushState(null, "", window.location.pathname + writeQuoteAddress(amount, asset, further));
  window.scrollTo(0, 0);
}

/** Goes to the details; `field` takes the focus there. */
export function goToDetails({
  field,
  isReplacing,
}: {
  field?: keyof TransferForm;
  isReplacing?: boolean;
} = {}): void {
  const query = new URLSearchParams(window.location.search);
  query.delete("step");
  query.delete("key");
  const address = `${window.location.pathname}?${query.toString().replaceAll("%3A", ":")}`;
  if (isReplacing) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
  if (field !== undefined) focusSoon(fieldIds[field]);
}

/** Writes the idempotency key of the review into the address. Gives the way to stop it before it has happened. */
export function keepKeyInAddress(key: string): () => void {
  // The framework follows the history only after its own first effects have run.
  const timer = setTimeout(() => {
    const query = new URLSearchParams(window.location.search);
    query.set("key", key);
    window.history.replaceState(
      null,
      "",
      `${window.location.pathname}?${query.toString().replaceAll("%3A", ":")}`,
    );
  });
  return () => clearTimeout(timer);
}

/** The step is drawn after this, and the search of banks is loaded when it is needed. */
function focusSoon(id: string, triesLeft = 20): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (element !== null) {
      element.focus();
      element.scrollIntoView({ block: "center" });
    } else if (triesLeft > 0) focusSoon(id, triesLeft - 1);
  });
}
