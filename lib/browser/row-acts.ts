import { formatAge } from "#lib/text/format-time";
import { areSingleKeysOn } from "./single-keys";

/** What a table's rows do at a press; loaded then. */

const shownMs = 2_500;

/** Copies the ID of a button's row, and says how it went. */
export async function copy(button: HTMLElement, say: (words: string) => void): Promise<void> {
  const path = button.closest("tr")?.querySelector<HTMLAnchorElement>("th a")?.pathname ?? "";
  const done = await navigator.clipboard?.writeText(path.split("/").at(-1) ?? "").then(
    () => "yes",
    () => "no",
  );
  button.dataset.done = done ?? "no";
  say(done === "yes" ? "ID copied" : "Copy failed. Open the transfer to select its ID.");
  setTimeout(() => {
    delete button.dataset.done;
    say("");
  }, shownMs);
}

/** A step down or up from the row with the focus. Letters work from anywhere, arrows within the rows. */
export function moveBy(step: number, event: KeyboardEvent, box: HTMLElement): void {
  const { target } = event;
  if (event.key.length === 1 && (!areSingleKeysOn() || isTyping(target))) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const boxes = [...document.querySelectorAll("[data-rows]")];
  const own = boxes.find((each) => each.contains(document.activeElement)) ?? boxes[0];
  if (own !== box) return;
  const links = [...box.querySelectorAll<HTMLElement>("tbody th :is(a, [data-row])")];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = links[at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches("input:not([type=checkbox]), textarea, select, [role=combobox]")
  );
}

/** Writes how long ago each row was, as of now. */
export function tellAges(box: HTMLElement, timeZone: string): void {
  if (document.hidden) return;
  // A browser that translates has put an element in the place of the text.
  for (const time of box.querySelectorAll("time"))
    time.textContent = formatAge(time.dateTime, Date.now(), timeZone);
}
