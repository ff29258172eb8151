"use client";

import { useFaultInTitle } from "#lib/browser/page-title";

/** Stands where a fault is told, so that the title of the window says it as well. */
export function FaultInTitle() {
  useFaultInTitle();
  return null;
}
