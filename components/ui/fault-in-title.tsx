"use client";

import { useFaultInTitle } from "#lib/page-title";

/** Stands where a fault is told, so that the title of the window says it as well. */
export function FaultInTitle() {
  useFaultInTitle();
  return null;
}
