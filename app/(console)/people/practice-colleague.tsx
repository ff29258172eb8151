import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { focusLate } from "#lib/browser/late-focus";
import { invite } from "#lib/calls/people-calls";
import type { People } from "#lib/contract/people";
import { LinkNotice } from "./link-notice";

type Props = { known: People; timeZone: string };

/** In the sandbox one person can play two: somebody in finance, who joins by a link in a private window. */
export function PracticeColleague({ known, timeZone }: Props) {
  const inviting = useMutation(invite);
  const { data: link, isPending, error } = inviting;
  const email = inviting.variables?.body.email;
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-4">
      <p className="text-[0.8125rem]/5 text-muted">
        To try approvals alone, add somebody in finance who is you as well. Open their link in a private
        window: they approve what you create, and you what they create.
      </p>
      <ActOutcome of={link}>
        {link !== undefined && (
          <LinkNotice
            title={`Link for your practice colleague ${email}, for a private window`}
            link={link}
            timeZone={timeZone}
            onClose={() => {
              inviting.reset();
              focusLate(add.current);
            }}
          />
        )}
      </ActOutcome>
      {error !== null && <Trouble error={error} />}
      <BusyButton
        ref={add}
        isOff={isPending}
        onClick={() => inviting.mutate({ body: { email: freeAddress(known), role: "finance" } })}
      >
        {isPending ? "Adding a practice colleague" : "Add a practice colleague"}
      </BusyButton>
    </div>
  );
}

/** Of a domain that is nobody's (RFC 2606). */
function freeAddress({ people, invitations }: People): string {
  const taken = new Set([...people, ...invitations].map(({ email }) => email));
  for (let n = 1; ; n++) {
    const address = `practice${n === 1 ? "" : `-${n}`}@example.com`;
    if (!taken.has(address)) return address;
  }
}
