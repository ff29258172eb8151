import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { LoginForm } from "#components/identity/login-form";
import { ProofForm } from "#components/identity/proof-form";
import { SignInAgain } from "#components/identity/sign-in-again";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { useRefresh } from "#lib/browser/refresh-page";
import { confirmPresence } from "#lib/calls/account-calls";
import type { Presence, Question } from "#lib/calls/presence";
import { SessionNotice } from "./session-notice";

/** `email`: whose page it is. */
export type SessionProps = Presence & { email: string | undefined };

export function SessionParts({ isSignedOut, question, email }: SessionProps) {
  // An answer of the sign-in itself says that nobody is signed out, before the second factor.
  const [isSigningIn, setIsSigningIn] = useState(false);
  const again =
    email === undefined ? (
      <SignInAgain />
    ) : (
      <Button size="small" onClick={() => setIsSigningIn(true)}>
        Sign in again
      </Button>
    );
  return (
    <>
      {isSignedOut && (
        <SessionNotice>
          <Notice kind="warn" title="Your session has ended" action={again} isLive>
            What you typed is kept. Sign in again to go on here.
          </Notice>
        </SessionNotice>
      )}
      {isSigningIn && <SignInHere email={email} onClose={() => setIsSigningIn(false)} />}
      {question !== undefined && <Confirmation question={question} />}
    </>
  );
}

/** On the page as it is, so that nothing on it is lost. Only its own person: what is open may be seen by nobody else. */
function SignInHere({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const { refresh } = useRefresh();
  return (
    <Dialog title="Sign in again" onClose={onClose}>
      <LoginForm
        email={email}
        isSamePerson
        onDone={() => {
          // The button that had the focus is gone, and the dialog would give it back to that.
          flushSync(onClose);
          document.getElementById("content")?.focus();
          void client.invalidateQueries();
          refresh();
        }}
      />
      <p className="text-[0.8125rem]/5 text-muted">
        Not you?{" "}
        <a href="/login" className="text-link">
          Sign in as somebody else
        </a>
        . What was typed here is lost then.
      </p>
    </Dialog>
  );
}

function Confirmation({ question }: { question: Question }) {
  const turnBack = () => question.settle(false);
  return (
    <Dialog title="Confirm that it is you" onClose={turnBack}>
      <p>For your security, enter your password again. Nothing has been done yet.</p>
      <ProofForm
        needsCode={question.needsCode}
        act="Confirm and continue"
        actPending="Checking"
        onProof={async (proof) => {
          await confirmPresence(proof);
          question.settle(true);
        }}
        onClose={turnBack}
      />
    </Dialog>
  );
}
