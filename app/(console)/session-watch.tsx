"use client";

import { type ComponentType, Suspense, useEffect, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { type Question, usePresence } from "#lib/presence";

const SignedOutNotice = lazyPart(() =>
  import("./signed-out-notice").then(({ SignedOutNotice }) => SignedOutNotice),
);

/**
 * Stands in every page of the console: says so when the person was signed out meanwhile, and asks them to confirm that it
 * is them when an act needs it. Both keep the page as it is.
 */
export function SessionWatch() {
  const { isSignedOut, question } = usePresence();
  return (
    <>
      {isSignedOut && (
        <Suspense>
          <SignedOutNotice />
        </Suspense>
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
