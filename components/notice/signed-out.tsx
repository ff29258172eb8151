"use client";

import { Button } from "#components/ui/button";
import { showSignIn } from "#lib/calls/presence";
import { Notice } from "./notice";

/** In the place of an act that was refused: a dialog covers what the page says of the session. */
export function SignedOut() {
  return (
    <Notice
      kind="warn"
      title="Your session has ended"
      action={
        <Button size="small" onClick={() => showSignIn(true)}>
          Sign in again
        </Button>
      }
      isLive
    >
      Nothing was done. What you typed is kept. Sign in again, then go on here.
    </Notice>
  );
}
