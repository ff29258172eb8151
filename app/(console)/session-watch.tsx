"use client";

import { type ComponentType, useEffect, useState } from "react";
import { SignInAgain } from "#components/sign-in-again";
import { Notice } from "#components/ui/notice";
import { type Question, usePresence } from "#lib/presence";

/**
 * Stands in every page of the console: says so when the person was signed out meanwhile, and asks them to confirm that it
 * is them when an act needs it. Both keep the page as it is.
 */
export function SessionWatch() {
  const { isSignedOut, question } = usePresence();
  return (
    <>
      {isSignedOut && (
        <div className="sticky top-2 z-10 mb-6 rounded-lg border border-line-strong max-md:top-14 print:hidden">
          <Notice kind="warn" title="You are signed out" action={<SignInAgain />} isLive>
            What stands on this page is as it was, and what you typed stays. Sign in in the new tab, then come
            back and go on here.
          </Notice>
        </div>
      )}
      {question !== undefined && <Confirmation question={question} />}
    </>
  );
}

/** The dialog is loaded when it is first needed. When it cannot be, the act ends as if the person had turned back. */
function Confirmation({ question }: { question: Question }) {
  const [Dialog, setDialog] = useState<ComponentType<{ question: Question }>>();
  useEffect(() => {
    import("./confirm-presence").then(
      ({ ConfirmPresence }) => setDialog(() => ConfirmPresence),
      () => question.settle(false),
    );
  }, [question]);
  return Dialog === undefined ? null : <Dialog question={question} />;
}
