import { keepChoice } from "./choice-cookie";

/** Whether keys without Control or Command do something (shortcuts.ts): on unless this browser turned them off. */

export const singleKeysCookie = "single-keys";
/** The value of the cookie, and of `data-single-keys` on `<html>`, that turns them off. */
export const singleKeysOff = "off";

export function areSingleKeysOn(): boolean {
  return document.documentElement.dataset.singleKeys !== singleKeysOff;
}

export function drawSingleKeys(isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) delete dataset.singleKeys;
  else dataset.singleKeys = singleKeysOff;
}

/** At once, and for the pages to come. */
export function turnSingleKeys(isOn: boolean): void {
  drawSingleKeys(isOn);
  keepChoice(singleKeysCookie, isOn ? undefined : singleKeysOff);
}
