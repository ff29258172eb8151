import { openPhoneMenu } from "./phone-menu";

/**
 * `data-keys` on an element names its key (`n`) or two in a row (`g t`); pressing them clicks it, so no key does what the
 * person couldn't. Single keys can be turned off (WCAG 2.2, 2.1.4) and never act during typing.
 */

/** The search box. Control-K and Command-K open the palette from anywhere, also during typing. */
const searchKeys = "/";
/** How long the second key of a pair may take. */
const pairMs = 1_500;

/** What a press wants that nobody could open yet. */
let early: (() => void) | undefined;
/** `undefined` once the page is alive. */
let endEarly: (() => void) | undefined;

/**
 * Listens before hydration, so that a fast first press is not lost. Until the page is alive React stops keys that it can't give to
 * anybody, so they are taken before it; afterwards whatever else takes a key comes first.
 */
export function installShortcuts(): void {
  const listen = newListener();
  window.addEventListener("keydown", listen, true);
  endEarly = () => {
    window.removeEventListener("keydown", listen, true);
    document.addEventListener("keydown", listen);
  };
}

/** What opens the palette and the list of keys is here (keyboard-help.tsx): a press that came before opens now. */
export function openEarlyPress(): void {
  endEarly?.();
  endEarly = undefined;
  early?.();
  early = undefined;
}

function newListener() {
  let first = "";
  let firstAt = Number.NEGATIVE_INFINITY;
  return (event: KeyboardEvent) => {
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
    const isPair = event.timeStamp - firstAt < pairMs && goTo(`${first} ${key}`);
    const isDone = isPair || goTo(key);
    if (isDone) event.preventDefault();
    first = isDone ? "" : key;
    firstAt = event.timeStamp;
  };
}

/** False when the page has none, so that the browser keeps its own shortcut. */
function goTo(keys: string, isForPalette = false): boolean {
  const found = [...document.querySelectorAll<HTMLElement>("[data-keys]")].filter(
    ({ dataset }) => dataset.keys === keys,
  );
  const seen = found.filter((element) => element.offsetParent !== null);
  // The list's own search box comes before the one of the frame.
  const target = seen.find(({ dataset }) => dataset.ownSearch !== undefined) ?? seen[0] ?? found[0];
  if (!(target instanceof HTMLInputElement)) {
    target?.click();
    if (target instanceof HTMLButtonElement) keepEarly(() => target.click());
    return target !== undefined;
  }
  // On a narrow screen the box is in the closed menu.
  if (target.offsetParent === null) openPhoneMenu(true);
  const was = document.activeElement;
  target.focus();
  target.select();
  // The palette opens for it (keyboard-help.tsx); until it is here the box takes what is typed.
  const open = () => {
    if (isForPalette) target.dispatchEvent(new CustomEvent("find", { bubbles: true, detail: was }));
    else target.click();
  };
  open();
  const { value } = target;
  keepEarly(() =>
    target.value === value ? open() : target.dispatchEvent(new Event("input", { bubbles: true })),
  );
  return true;
}

/** The last one counts. */
function keepEarly(act: () => void): void {
  if (endEarly !== undefined) early = act;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
