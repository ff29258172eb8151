import { Notice } from "#components/notice/notice";
import { Problem } from "#lib/contract/problem";

/** Why an act did nothing, or that nobody knows whether it did. */
export function Trouble({ error }: { error: Error }) {
  const isKnown = error instanceof Problem && error.cause === undefined && error.code !== "internal";
  if (isKnown) {
    const isOpen = error.code === "confirmation_needed" || error.code === "signed_out";
    return (
      <Notice kind={isOpen ? "warn" : "fail"} title={error.title} isLive>
        {error.detail}
      </Notice>
    );
  }
  return (
    <Notice kind="warn" title="It is not known whether this was done" isLive>
      {error.message} See in the list what holds now, then do it again if it does not.
    </Notice>
  );
}
