"use client";

import { useFaultInTitle } from "#lib/browser/page-title";

/** Adds the fault to the window's title. */
export function FaultInTitle() {
  useFaultInTitle();
  return null;
}
