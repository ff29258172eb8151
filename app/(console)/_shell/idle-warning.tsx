import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { ExternalLink } from "#components/ui/icon";
import { call } from "#lib/calls/call";
import { SessionNotice } from "./session-notice";

/** Long enough to read it, find the button and press it. */
const warnMs = 120_000;
const afterFaultMs = 15_000;
/** Somebody who typed or pressed something since is there. */
const recentMs = 5 * 60_000;

/** Warns before a session ends for inactivity. Who typed or pressed something meanwhile just stays signed in. */
export function IdleWarning({ activity }: { activity: { at: number } }) {
  const [warning, setWarning] = useState<"idle" | "over" | "kept">();
  const [turn, setTurn] = useState(0);
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const hasActed = Date.now() - activity.at < recentMs;
    // Asking doesn't keep the session, and the other counts as an act of the person.
    const asked = hasActed ? "POST /api/session" : "GET /api/session";
    const left = (await call(asked).catch(() => undefined))?.body.endsInMs;
    if (signal.aborted) return;
    // Without an answer nobody knows: a warning that is shown stays.
    if (left !== undefined) setWarning((was) => (left > warnMs ? was && "kept" : hasActed ? "over" : "idle"));
    const wait = left === undefined ? afterFaultMs : left > warnMs ? left - warnMs : left + 1_000;
    const timer = setTimeout(() => setTurn((count) => count + 1), wait);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn looks once more.
  useEffect(() => {
    const ended = new AbortController();
    void look(ended.signal);
    return () => ended.abort();
  }, [turn]);
  // Typing goes on through the warning, and counts.
  useEffect(() => {
    if (warning !== "idle") return;
    const goOn = () => setTurn((count) => count + 1);
    addEventListener("input", goOn, { once: true });
    return () => removeEventListener("input", goOn);
  }, [warning]);
  if (warning === undefined) return null;
  if (warning === "kept")
    return (
      <p role="status" className="sr-only">
        You stay signed in.
      </p>
    );
  return (
    <SessionNotice>
      {warning === "over" ? (
        <Notice kind="warn" title="Your session is about to end" action={<SignInAgain />} isLive>
          It ends 12 hours after you signed in. What you typed is kept.
        </Notice>
      ) : (
        <Notice
          kind="warn"
          title="You’ll be signed out within 2 minutes"
          action={
            <Button
              size="small"
              variant="primary"
              onClick={() => {
                setTurn((count) => count + 1);
                // The button goes, and the focus must not go with it.
                document.getElementById("content")?.focus();
              }}
            >
              Stay signed in
            </Button>
          }
          isLive
        >
          There was no activity for a while. What you typed is kept.
        </Notice>
      )}
    </SessionNotice>
  );
}

/** In a new tab, so that what was typed here stays. */
function SignInAgain() {
  const path = usePathname();
  const search = typeof window === "undefined" ? "" : window.location.search;
  return (
    <a
      href={`/login?next=${encodeURIComponent(`${path}${search}`)}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-8 items-center gap-1 font-semibold underline underline-offset-3 pointer-coarse:min-h-11"
    >
      Sign in again
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
