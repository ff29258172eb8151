import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { TextArea } from "#components/form/input";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { transferQuery } from "#lib/calls/queries";
import { Problem } from "#lib/contract/problem";
import { StandingInput } from "#lib/contract/transfer/standing";

export type StandingAct = "open" | "stop";

/** What the page says of it, drawn by the server. */
export type StandingTerms = {
  id: string;
  /** Why nobody is asked now. */
  why: string;
  /** `40.00 of 100.00 USDC, what is missing`. */
  ask: string;
  windowMinutes: number;
  /** No code, wallet or link asks for it. */
  isHereAlone: boolean;
};

type Props = {
  act: StandingAct;
  terms: StandingTerms;
  /** With what to tell on the page. */
  onLeave: (told?: ReactNode) => void;
};

const words = {
  open: {
    title: "Open this transfer again",
    label: "What the service said",
    act: "Open again",
    pending: "Opening",
    told: "Opened again",
    operation: "POST /api/transfers/[id]/opening",
  },
  stop: {
    title: "We won’t fund this transfer",
    label: "Why you won’t fund it",
    act: "Stop asking",
    pending: "Stopping",
    told: "Nobody is asked to fund this transfer any more",
    operation: "POST /api/transfers/[id]/stop",
  },
} as const;

/** What was typed outlives a refusal: it is still true after a look at the news. */
const drafts = new Map<string, string>();

/** Both acts need what the person saw, a reason, and for opening a confirmation that the call asks for. */
export function StandingDialog({ act: asked, terms, onLeave }: Props) {
  const { title, label, act: button, pending, told, operation } = words[asked];
  const client = useQueryClient();
  // What is reported while somebody types is not decided with it.
  const [seen] = useState(() => client.getQueryData(transferQuery(terms.id).queryKey)?.standing.seen ?? 0);
  const { id } = terms;
  const { mutateAsync, error, isPending } = useMutation({ ...act(operation), ...keepTransfer(id) });
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = field.current?.value ?? "";
    const input = StandingInput.safeParse({ reason, seen: `${seen}` });
    setFault(input.error?.issues[0]?.message);
    if (!input.success) return field.current?.focus();
    // Not the mutation's own callbacks: the new state may unmount what asked.
    mutateAsync({ params: { id }, body: input.data }).then(
      () => {
        drafts.delete(id + asked);
        onLeave(<Notice kind="info" title={told} isLive />);
      },
      (refusal: unknown) => {
        drafts.set(id + asked, reason);
        // The page shows the news once this is closed.
        if (refusal instanceof Problem && refusal.code === "changed")
          onLeave(
            <Notice kind="warn" title={refusal.title} isLive>
              {refusal.detail}
            </Notice>,
          );
      },
    );
  }

  return (
    <Dialog title={title} isPending={isPending} onClose={() => onLeave()}>
      <form noValidate onSubmit={send} className="space-y-4">
        {error !== null && <Trouble error={error} />}
        {asked === "open" ? <Opening terms={terms} /> : <Stopping />}
        <Field
          label={label}
          hint={`${hintOf(asked, terms)} Everyone who opens this transfer can read it.`}
          error={fault}
        >
          {(wiring) => (
            <TextArea {...wiring} ref={field} defaultValue={drafts.get(id + asked)} maxLength={2_000} />
          )}
        </Field>
        <FormActs act={button} actPending={pending} isPending={isPending} onClose={() => onLeave()} />
      </form>
    </Dialog>
  );
}

function hintOf(act: StandingAct, { ask }: StandingTerms): string {
  return act === "open" ? `Such as: We asked the service; it still takes ${ask.split(",")[0]}.` : "";
}

function Opening({ terms: { why, ask, windowMinutes, isHereAlone } }: { terms: StandingTerms }) {
  return (
    <>
      <p>
        It is closed because: <strong className="font-semibold">{why}</strong> Ask the service first.
      </p>
      <p>
        We’ll ask for <strong className="font-semibold">{ask}</strong> for {windowMinutes} minutes, or until
        the next news. {isHereAlone && "Only this page shows it: no QR code, no wallet and no payer’s link."}
      </p>
    </>
  );
}

function Stopping() {
  return (
    <p>
      Nobody is asked to send any more, and payers’ links close. The service can’t cancel a transfer and hears
      nothing of this: if money arrives all the same, it may still pay out. You can open it again later.
    </p>
  );
}
