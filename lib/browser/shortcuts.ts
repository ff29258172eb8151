import { openPhoneMenu } from "./phone-menu";

/**
 * `data-keys` on an element names its key (`n`) or two in a row (`g t`); pressing them clicks it, so no key does what the
 * person couldn't. Single keys can be turned off (WCAG 2.2, 2.1.4) and never act during typing.
 */

/** The search box. Control-K and Command-K open the palette from anywhere, also during typing. */
const searchKeys = "/";
/** How long the second key of a pair may take. */
const pairMs = 1_500;

/** Does again what the last press wants. */
let again: (() => void) | undefined;

/**
 * Listens before hydration, so that a fast first press is not lost, and before React, which stops a key that it can't give to
 * anybody yet.
 */
export function installShortcuts(): void {
  let first = "";
  let firstAt = 0;
  const listen = (event: KeyboardEvent) => {
    // A password manager that fills a field sends events that name no key.
    if (
      !event.key ||
      event.repeat ||
      event.isComposing ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "k" && goTo(searchKeys, true)) event.preventDefault();
      return;
    }
    if (isTyping(event.target) || document.documentElement.dataset.singleKeys === "off") return;
    const isDone = (event.timeStamp - firstAt < pairMs && goTo(`${first} ${key}`)) || goTo(key);
    if (isDone) event.preventDefault();
    first = isDone ? "" : key;
    firstAt = event.timeStamp;
  };
  addEventListener("keydown", listen, true);
  // What opens the palette and the list of keys is here (keyboard-help.tsx): a press that came before opens now.
  addEventListener("help", () => again?.(), { once: true });
}

/** False when the page has none, so that the browser keeps its own shortcut. */
function goTo(keys: string, isForPalette = false): boolean {
  const found = [...document.querySelectorAll<HTMLElement>("[data-keys]")].filter(
    ({ dataset }) => dataset.keys === keys,
  );
  const seen = found.filter((element) => element.offsetParent !== null);
  // The list's own search box comes before the one of the frame.
  const target = seen.find(({ dataset }) => dataset.ownSearch !== undefined) ?? seen[0] ?? found[0];
  again = () => target?.click();
  if (!(target instanceof HTMLInputElement)) {
    again();
    return target !== undefined;
  }
  // On a narrow screen the box is in the closed menu.
  if (target.offsetParent === null) openPhoneMenu(true);
  const detail = isForPalette && document.activeElement;
  target.focus();
  target.select();
  // The palette opens for it (keyboard-help.tsx); until it is here the box takes what is typed, and that goes on there.
  const tell = (type: string) => target.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  const open = () => tell(isForPalette ? "find" : "click");
  open();
  again = () => tell("input") && open();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
