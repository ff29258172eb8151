import { isWriting } from "#lib/browser/late-focus";
import { writeQuoteAddress } from "#lib/browser/quote/quote-address";
import { fieldIds, type TransferForm } from "./transfer-form";

/** Of the first step; takes the focus that the second step leaves to nothing. */
export const detailsHeadingId = "details-heading";

/** A new history entry, so that Back leads to the details. The server is not asked. */
export function goToCheck(amount: string, asset: string): void {
  const query = new URLSearchParams(window.location.search);
  const start = [...query].filter(([name]) => ["from", "again", "payee", "form"].includes(name));
  const further = { ...Object.fromEntries(start), step: "check" };
  window.history.pushState(null, "", window.location.pathname + writeQuoteAddress(amount, asset, further));
  window.scrollTo(0, 0);
}

/** `field` takes the focus. */
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

/** An amount in the address wins over a draft, so one that was typed over leaves it. */
export function dropAmountFromAddress({ amount, asset }: Pick<TransferForm, "amount" | "asset">): void {
  const query = new URLSearchParams(window.location.search);
  if (!query.has("amount") || (query.get("amount") === amount && query.get("asset") === asset)) return;
  for (const name of ["amount", "asset"]) query.delete(name);
  window.history.replaceState(null, "", `${window.location.pathname}?${query}`);
}

/** By it a reload finds the draft of this form, and not of one in another tab. */
export function keepFormInAddress(form: string): void {
  const query = new URLSearchParams(window.location.search);
  if (query.get("form") === form) return;
  query.set("form", form);
  const address = `${window.location.pathname}?${query.toString().replaceAll("%3A", ":")}`;
  window.history.replaceState(null, "", address);
}

/** What the check of this history entry showed, as a hash; `undefined` where none was open. */
export function shownBefore(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !("shown" in state)) return undefined;
  return typeof state.shown === "string" ? state.shown : undefined;
}

/** With what its check shows, which a reload must show again. Returns a function that cancels it. */
export function keepKeyInAddress(key: string, shown: string): () => void {
  // The framework patches the history only after its own first effects.
  const timer = setTimeout(() => {
    const query = new URLSearchParams(window.location.search);
    query.set("key", key);
    window.history.replaceState(
      { shown },
      "",
      `${window.location.pathname}?${query.toString().replaceAll("%3A", ":")}`,
    );
  });
  return () => clearTimeout(timer);
}

/** The step is drawn after this, and the bank search may still be loading. */
function focusSoon(id: string, triesLeft = 20): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (isWriting()) return;
    if (element !== null) {
      element.focus();
      element.scrollIntoView({ block: "center" });
    } else if (triesLeft > 0) focusSoon(id, triesLeft - 1);
  });
}
