import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import type { PayLink } from "#lib/contract/pay/pay-links";
import { GenuineCheck } from "./genuine-check";
import { PayLinkForm } from "./pay-link-form";

export type PayLinkProps = {
  id: string;
  /** `null` once there is nothing to send: then a link can only be ended. */
  address: string | null;
  hasLink: boolean;
};

type DialogProps = PayLinkProps & { children: ReactNode; onClose: () => void };

export function PayLinkDialog({ children, onClose, ...props }: DialogProps) {
  return (
    <Dialog title="Share with payer" onClose={onClose}>
      <div className="text-[0.8125rem]/5 text-muted">{children}</div>
      <PayLinkPanel {...props} />
      <div className="flex justify-end border-t border-line pt-4">
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Makes a link, shows it once, ends it, and checks by telephone what the payer sees. */
function PayLinkPanel({ id, address, hasLink }: PayLinkProps) {
  const router = useRouter();
  const [made, setMade] = useState<PayLink>();
  const [sentence, setSentence] = useState<string>();
  const ending = useMutation(act("DELETE /api/transfers/[id]/pay-link"));

  function finish(link: PayLink | undefined, said: string | undefined) {
    setMade(link);
    setSentence(said);
    ending.reset();
    router.refresh();
  }

  function end() {
    ending.mutate({ params: { id } }, { onSuccess: () => finish(undefined, "The link has ended.") });
  }

  return (
    <div className="space-y-4">
      <ActOutcome of={made ?? sentence} className="space-y-3">
        {ending.error !== null && (
          <Notice kind="fail" title="The link still works" isLive>
            {ending.error.message}
          </Notice>
        )}
        {sentence !== undefined && (
          <p role="status" className="text-[0.8125rem]/5">
            {sentence}
          </p>
        )}
        {made !== undefined && <MadeLink made={made} />}
      </ActOutcome>
      {made === undefined && address !== null && (
        <PayLinkForm id={id} isReplacement={hasLink} onDone={(link) => finish(link, undefined)} />
      )}
      {(hasLink || made !== undefined) && sentence === undefined && (
        <BusyButton size="small" onClick={end} isOff={ending.isPending}>
          {ending.isPending ? "Ending" : "End the link"}
        </BusyButton>
      )}
      {address !== null && <GenuineCheck address={address} />}
    </div>
  );
}

function MadeLink({ made: { link } }: { made: PayLink }) {
  return (
    <Notice
      kind="ok"
      title="The link for the payer"
      isLive
      action={
        <CopyButton text={link} variant="primary" size="small">
          Copy the link
        </CopyButton>
      }
    >
      <p className="rounded-md bg-surface px-3 py-2 font-mono text-[0.8125rem]/5 select-all wrap-anywhere">
        {link}
      </p>
      <p>Copy it now: we won’t show it again. Anyone who has it sees what to send.</p>
    </Notice>
  );
}
