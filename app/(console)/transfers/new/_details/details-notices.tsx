import { useState } from "react";
import { BusinessNotice } from "#components/notice/business-notice";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { PageLink } from "#components/ui/page-link";
import { newKey } from "#lib/calls/new-key";
import type { BusinessBlock } from "#lib/words/business-block";
import { removeDraft } from "../draft";

/** What became of what was typed before. */
export type LeftBehind =
  | { kind: "kept" }
  | { kind: "lost" }
  | { kind: "changed" }
  | { kind: "created"; id: string };

type Props = { block: BusinessBlock | undefined; left: LeftBehind | undefined };

/** Seldom shown, so it loads when it is. */
export function DetailsNotices({ block, left }: Props) {
  return (
    <>
      {block !== undefined && <BusinessNotice block={block} className="mb-4" />}
      {left?.kind === "kept" && <KeptNotice />}
      {left?.kind === "lost" && <LostNotice />}
      {left?.kind === "changed" && <ChangedNotice />}
      {left?.kind === "created" && <CreatedNotice id={left.id} />}
    </>
  );
}

/** The page is loaded again without the draft. */
function KeptNotice() {
  const [state, setState] = useState<"busy" | "failed">();
  const empty = () => {
    setState("busy");
    removeDraft().then(
      // A form of its own: without one it would take over another draft.
      () => window.location.assign(`/transfers/new?form=${newKey()}`),
      () => setState("failed"),
    );
  };
  const button = (
    <BusyButton size="small" isOff={state === "busy"} onClick={empty}>
      Start empty
    </BusyButton>
  );
  return (
    <Notice kind="info" title="We kept what you typed" action={button} className="mb-4">
      <p>Check it before you go on. It’s removed when you sign out or create the transfer.</p>
      <p role="status">{state === "failed" && "It couldn’t be removed. Try again."}</p>
    </Notice>
  );
}

function LostNotice() {
  return (
    <Notice kind="info" title="Enter the transfer again" className="mb-4">
      <p>
        We couldn’t keep what you typed. If you already created the transfer, it’s in the list of transfers.
      </p>
    </Notice>
  );
}

function ChangedNotice() {
  return (
    <Notice kind="warn" title="These aren’t the details you checked" isLive className="mb-4">
      <p>
        They were changed, perhaps in another tab. Nothing was created. Check every field before you go on.
      </p>
    </Notice>
  );
}

function CreatedNotice({ id }: { id: string }) {
  const link = (
    <PageLink href={`/transfers/${id}`} className="font-semibold underline underline-offset-3">
      Open that transfer
    </PageLink>
  );
  return (
    <Notice kind="ok" title="You created this transfer" action={link} isLive className="mb-4">
      <p>The form is empty. Anything you enter now is for a new transfer.</p>
    </Notice>
  );
}
