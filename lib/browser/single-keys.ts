import { keepChoice } from "./choice-cookie";

/** Whether keys without Control or Command do something (shortcuts.ts): a choice of each browser, on without one. */

/** The cookie that remembers the choice. */
export const singleKeysCookie = "single-keys";
/** The value of the cookie, and of `data-single-keys` on `<html>`, that turns them off. */
export const singleKeysOff = "off";

/** Whether they are on in this page. */
export function areSingleKeysOn(): boolean {
  return document.documentElement.dataset.singleKeys !== singleKeysOff;
}

/** Turns them on or off in this browser, at once and for the pages to come. */
export function turnSingleKeys(isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) delete dataset.singleKeys;
  else dataset.singleKeys = singleKeysOff;
  keepChoice(singleKeysCookie, isOn ? undefined : singleKeysOff);
}
