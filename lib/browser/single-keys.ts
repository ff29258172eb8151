import { keepChoice, singleKeysCookie } from "./choice-cookie";

/** Whether keys without Control or Command do something (shortcuts.ts): on unless this browser turned them off. */

/** The value of the cookie, and of `data-single-keys` on `<html>`, that turns them off. */
export const singleKeysOff = "off";

export function areSingleKeysOn(): boolean {
  return document.documentElement.dataset.singleKeys !== singleKeysOff;
}

/** At once, and for the pages to come. */
export function turnSingleKeys(isOn: boolean): void {
  keepChoice(singleKeysCookie, isOn ? undefined : singleKeysOff);
}
