import { isSignedOut, Problem } from "#lib/contract/problem";
import { Notice } from "./notice";
import { SignedOut } from "./signed-out";

/** Why an act was refused, or that nobody knows whether it was done. */
export function Trouble({ error }: { error: Error }) {
  const isKnown = error instanceof Problem && error.cause === undefined && error.code !== "internal";
  if (isKnown) {
    if (isSignedOut(error)) return <SignedOut />;
    const isOpen = error.code === "confirmation_needed";
    return (
      <Notice kind={isOpen ? "warn" : "fail"} title={error.title} isLive>
        {error.detail}
      </Notice>
    );
  }
  return (
    <Notice kind="warn" title="We don’t know whether this was done" isLive>
      {error.message} Check the list. If nothing changed, try again.
    </Notice>
  );
}
