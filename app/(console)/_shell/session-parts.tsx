import { ProofForm } from "#components/identity/proof-form";
import { SignInAgain } from "#components/identity/sign-in-again";
import { Notice } from "#components/notice/notice";
import { Dialog } from "#components/ui/dialog";
import { confirmPresence } from "#lib/calls/account-calls";
import type { Presence, Question } from "#lib/calls/presence";
import { SessionNotice } from "./session-notice";

export function SessionParts({ isSignedOut, question }: Presence) {
  return (
    <>
      {isSignedOut && (
        <SessionNotice>
          <Notice kind="warn" title="You are signed out" action={<SignInAgain />} isLive>
            What you typed is kept. Sign in in the new tab, then continue here.
          </Notice>
        </SessionNotice>
      )}
      {question !== undefined && <Confirmation question={question} />}
    </>
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
