"use client";

import { type ComponentType, useEffect, useState } from "react";
import { type Presence, usePresence } from "#lib/calls/presence";

/**
 * Stands in every page of the console: says so when the person was signed out meanwhile, and asks them to confirm that it
 * is them when an act needs it. Both keep the page as it is, and are loaded when they are first needed.
 */
export function SessionWatch() {
  const presence = usePresence();
  const { isSignedOut, question } = presence;
  const [Parts, setParts] = useState<ComponentType<Presence>>();
  const isNeeded = Parts === undefined && (isSignedOut || question !== undefined);
  useEffect(() => {
    if (!isNeeded) return;
    import("./session-parts").then(
      ({ SessionParts }) => setParts(() => SessionParts),
      // Who cannot be asked has not confirmed.
      () => question?.settle(false),
    );
  }, [isNeeded, question]);
  return Parts === undefined ? null : <Parts {...presence} />;
}
