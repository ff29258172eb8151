"use client";

import type { ComponentProps } from "react";
import { useIsAlive } from "#lib/browser/is-alive";

/** Disabled until the page's scripts run, so that no press is lost. */
export function PressButton({ disabled, ...rest }: ComponentProps<"button">) {
  const isAlive = useIsAlive();
  return <button type="button" disabled={!isAlive || disabled === true} {...rest} />;
}
