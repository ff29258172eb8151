import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { LoginForm } from "#components/identity/login-form";
import { ProofForm } from "#components/identity/proof-form";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { useRefresh } from "#lib/browser/refresh-page";
import { call } from "#lib/calls/call";
import { type Presence, type Question, showSignIn } from "#lib/calls/presence";
import { SessionNotice } from "./session-notice";

/** `email`: whose page it is. */
export type SessionProps = Presence & { email: string | undefined };

export function SessionParts({ isSignedOut, isSigningIn, question, email }: SessionProps) {
  // An open dialog covers the notice, and nothing behind it can be pressed.
  useEffect(() => {
    if (isSignedOut && document.querySelector("dialog[open]") !== null) showSignIn(true);
  }, [isSignedOut]);
  const again = (
    <Button size="small" onClick={() => showSignIn(true)}>
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
      {question !== undefined && <Confirmation question={question} />}
      {/* Over all others, whichever opened first. */}
      {isSigningIn && <SignInHere email={email} question={question} />}
    </>
  );
}

type SignInProps = { email: string | undefined; question: Question | undefined };

/** On the page as it is, so that nothing on it is lost. Only its own person: what is open may be seen by nobody else. */
function SignInHere({ email, question }: SignInProps) {
  const client = useQueryClient();
  const { refresh } = useRefresh();
  const close = () => showSignIn(false);
  return (
    <Dialog title="Sign in again" onClose={close}>
      <p>Your session has ended. What you typed is kept, and you stay on this page.</p>
      <LoginForm
        email={email}
        isSamePerson
        onDone={() => {
          flushSync(close);
          // Who has just signed in has confirmed who they are.
          question?.settle(true);
          // A dialog below has got it back; the notice that had it else is gone.
          if (document.querySelector("dialog[open]") === null) document.getElementById("content")?.focus();
          void client.invalidateQueries();
          refresh();
        }}
      />
      <p className="text-[0.8125rem]/5 text-muted">
        Not you?{" "}
        <a href="/login" className="text-link">
          Sign in as somebody else
        </a>
        . Then what was typed here is lost.
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
          await call("POST /api/confirmation", { body: proof });
          question.settle(true);
        }}
        onClose={turnBack}
      />
    </Dialog>
  );
}
