"use client";

import { type ComponentType, useEffect, useState } from "react";
import { type Presence, usePresence } from "#lib/calls/presence";

/**
 * Says that the person was signed out, and asks for the password when an act needs it. Both keep the page and load lazily.
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
      // A question that can't be shown counts as not confirmed.
      () => question?.settle(false),
    );
  }, [isNeeded, question]);
  return Parts === undefined ? null : <Parts {...presence} />;
}
