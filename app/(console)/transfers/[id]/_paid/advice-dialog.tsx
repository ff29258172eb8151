import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { fieldFault } from "#lib/browser/field-faults";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { useContentKey } from "#lib/calls/content-key";
import { detailOf } from "#lib/contract/problem";

export type AdviceDialogProps = {
  id: string;
  isMailSet: boolean;
  isSandbox: boolean;
  /** Who used the address last for this account, and when. */
  last: { to: string; words: string } | undefined;
  onClose: () => void;
};

/** To which address the advice goes, and what became of asking for it. */
export function AdviceDialog({ id, isMailSet, isSandbox, last, onClose }: AdviceDialogProps) {
  const keyOf = useContentKey();
  const { mutate, error, isPending, isSuccess, variables } = useMutation({
    ...act("POST /api/transfers/[id]/advice"),
    ...keepTransfer(id),
  });
  const close = (
    <Button size="small" variant={isSuccess || !isMailSet ? "secondary" : "quiet"} onClick={onClose}>
      {isSuccess || !isMailSet ? "Close" : "Cancel"}
    </Button>
  );

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get("to") ?? "").trim();
    mutate({ params: { id }, body: { to }, headers: { "idempotency-key": keyOf(to) } });
  }

  if (!isMailSet)
    return (
      <Dialog title="E-mail is off" onClose={onClose}>
        <p>
          This server sends no e-mail. An admin sets SMTP_URL and MAIL_FROM, and restarts it. Until then, copy
          the advice as text or print it.
        </p>
        {close}
      </Dialog>
    );
  return (
    <Dialog title="Send the advice" isPending={isPending} onClose={onClose}>
      {isSuccess ? (
        <Sent to={variables.body.to}>{close}</Sent>
      ) : (
        <Address {...{ error, isPending, isSandbox, last, close }} onSend={send} />
      )}
    </Dialog>
  );
}

type AddressProps = Pick<AdviceDialogProps, "isSandbox" | "last"> & {
  error: Error | null;
  isPending: boolean;
  close: ReactNode;
  onSend: (event: FormEvent<HTMLFormElement>) => void;
};

function Address({ error, isPending, isSandbox, last, close, onSend }: AddressProps) {
  const input = useRef<HTMLInputElement>(null);
  const fault = fieldFault(error, "to");
  useEffect(() => {
    if (fault !== undefined) focusLate(input.current);
  }, [fault]);
  return (
    <form noValidate onSubmit={onSend} className="space-y-4">
      {error !== null && fault === undefined && (
        <Notice kind="fail" title="Not sent" isLive>
          {detailOf(error)}
        </Notice>
      )}
      <p>
        They get what stands on this advice, with the whole account number and without a link.
        {isSandbox && " It says that it is the sandbox’s, and that no money moves."}
      </p>
      <Field label="E-mail address" hint={last?.words} error={fault}>
        {(wiring) => (
          <Input
            {...wiring}
            ref={input}
            name="to"
            type="email"
            defaultValue={last?.to}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <BusyButton type="submit" variant="primary" size="small" isOff={isPending}>
          {isPending ? "Sending" : "Send"}
        </BusyButton>
        {close}
      </div>
    </form>
  );
}

/** It takes the focus: what had it is gone. */
function Sent({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <ActOutcome of={to}>
        <Notice kind="ok" title={`On its way to ${to}`} isLive>
          This page shows when the mail server has taken it, or why it didn’t.
        </Notice>
      </ActOutcome>
      {children}
    </>
  );
}
