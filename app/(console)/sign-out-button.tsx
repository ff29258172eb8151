"use client";

import { useState } from "react";
import { Button } from "#components/ui/button";

/** Ends the session of this browser. */
export function SignOutButton() {
  const [state, setState] = useState<"rest" | "leaving" | "failed">("rest");

  async function leave() {
    setState("leaving");
    try {
      const { signOut } = await import("#lib/sign-in-calls");
      await signOut();
      // Loaded anew, so that nothing that was read stays in this window.
      window.location.assign("/login");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button size="small" onClick={leave} aria-disabled={state === "leaving" || undefined}>
        {state === "leaving" ? "Signing out" : "Sign out"}
      </Button>
      {state === "failed" && (
        <p role="alert" className="text-fail">
          You are still signed in: the dashboard did not answer. Try again.
        </p>
      )}
    </>
  );
}
