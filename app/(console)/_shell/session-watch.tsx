"use client";

import { type ComponentType, useEffect, useState } from "react";
import { usePresence } from "#lib/calls/presence";
import type { SessionProps } from "./session-parts";

/** A session ends 30 minutes after the last act; nothing needs to be asked before this. */
const quietMs = 20 * 60_000;

/** When the person last typed or pressed something, in milliseconds since 1970. */
const activity = { at: 0 };

/**
 * Says that the person was signed out, and asks for the password when an act needs it. Both keep the page and load lazily.
 */
export function SessionWatch({ email }: { email: string | undefined }) {
  const presence = usePresence();
  const { isSignedOut, question } = presence;
  const [Parts, setParts] = useState<ComponentType<SessionProps>>();
  const isNeeded = Parts === undefined && (isSignedOut || question !== undefined);
  useEffect(() => {
    if (!isNeeded) return;
    import("./session-parts").then(
      ({ SessionParts }) => setParts(() => SessionParts),
      // A question that can't be shown counts as not confirmed.
      () => question?.settle(false),
    );
  }, [isNeeded, question]);
  const IdleWarning = useIdleWarning();
  return (
    <>
      {Parts !== undefined && <Parts {...presence} email={email} />}
      {IdleWarning !== undefined && !isSignedOut && <IdleWarning activity={activity} />}
    </>
  );
}

/** Loaded when a session may come to its end. */
function useIdleWarning() {
  const [Part, setPart] = useState<ComponentType<{ activity: typeof activity }>>();
  useEffect(() => {
    const note = () => {
      activity.at = Date.now();
    };
    const kinds = ["keydown", "pointerdown"] as const;
    for (const kind of kinds) addEventListener(kind, note, { passive: true });
    const timer = setTimeout(() => {
      import("./idle-warning").then(
        ({ IdleWarning }) => setPart(() => IdleWarning),
        () => undefined,
      );
    }, quietMs);
    return () => {
      for (const kind of kinds) removeEventListener(kind, note);
      clearTimeout(timer);
    };
  }, []);
  return Part;
}
