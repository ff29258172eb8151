"use client";

import { useLayoutEffect } from "react";
import { drawTheme, readChoice } from "#lib/browser/choice-cookie";
import { drawSingleKeys, singleKeysCookie, singleKeysOff } from "#lib/browser/single-keys";
import { readTheme, themeCookie } from "#lib/text/theme";

/**
 * What was chosen in this browser stands: what the server drew before the choice can come after it, and would put back
 * what stood on `<html>`. It is drawn anew with each such answer.
 */
export function KeptChoices() {
  useLayoutEffect(() => {
    drawTheme(readTheme(readChoice(themeCookie)));
    drawSingleKeys(readChoice(singleKeysCookie) !== singleKeysOff);
  });
  return null;
}
