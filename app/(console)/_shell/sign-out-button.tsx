"use client";

import { useState } from "react";
import { Button } from "#components/ui/button";
import { signOut } from "#lib/calls/sign-out";

export function SignOutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function leave() {
    setIsLeaving(true);
    setFailure(undefined);
    try {
      await signOut();
      // A full load, so that nothing that was read stays in this window.
      window.location.assign("/login");
    } catch (error) {
      setIsLeaving(false);
      setFailure((error as Error).message);
    }
  }

  return (
    <>
      <Button size="small" onClick={leave} aria-disabled={isLeaving || undefined}>
        {isLeaving ? "Signing out" : "Sign out"}
      </Button>
      {failure !== undefined && (
        <p role="alert" className="text-fail">
          You may still be signed in. {failure}
        </p>
      )}
    </>
  );
}
