import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { TextArea } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { Dialog } from "#components/ui/dialog";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";

type Props = {
  of: ApprovalDetail["kind"];
  isPending: boolean;
  error: Error | null;
  onDecline: (reason: string) => Promise<void>;
  onClose: () => void;
};

const longestReason = 500;

const declined: Record<ApprovalDetail["kind"], { what: string; means: string }> = {
  transfer: { what: "this transfer", means: "Nothing is sent." },
  payee_version: { what: "this account", means: "The payee’s account stays as it is." },
  batch: { what: "this batch", means: "None of its transfers is created." },
  rules: { what: "these rules", means: "The rules stay as they are." },
};

/** It closes with the request, which waits no more then. */
export function DeclineDialog({ of, isPending, error, onDecline, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (/[\p{L}\p{N}]/u.test(reason)) void onDecline(reason);
    else {
      setFault("Say why, so that others can follow it.");
      field.current?.focus();
    }
  }

  return (
    <Dialog title={`Decline ${declined[of].what}?`} isPending={isPending} onClose={onClose}>
      {error !== null && <Trouble error={error} />}
      <p>{declined[of].means} The person who asked sees your reason and can ask again.</p>
      <form noValidate method="post" className="space-y-4" onSubmit={send}>
        <Field label="Why" error={fault}>
          {(wiring) => (
            <TextArea
              {...wiring}
              ref={field}
              value={reason}
              maxLength={longestReason}
              onChange={({ target }) => {
                setReason(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <FormActs act="Decline" actPending="Declining" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
