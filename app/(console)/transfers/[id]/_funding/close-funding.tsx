import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { TextArea } from "#components/form/input";
import { SmallFormActs } from "#components/form/small-form-acts";
import { Notice } from "#components/notice/notice";
import { act } from "#lib/calls/act";
import { transferQuery } from "#lib/calls/queries";
import { FundingEnd } from "#lib/contract/funding/fundings";

type Props = { id: string; fundingId: string; onLeave: (sentence?: string) => void };

/** For a person who looked in the wallet: then somebody can send again. */
export function CloseFunding({ id, fundingId, onLeave }: Props) {
  const { mutate, error, isPending } = useMutation(
    act("POST /api/transfers/[id]/fundings/[fid]/close", { renews: [transferQuery(id)] }),
  );
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = FundingEnd.safeParse({ reason: field.current?.value ?? "" });
    setFault(input.error?.issues[0]?.message);
    if (!input.success) return field.current?.focus();
    const params = { id, fid: fundingId };
    mutate({ params, body: input.data }, { onSuccess: () => onLeave("The request is closed.") });
  }

  return (
    <form noValidate onSubmit={send} className="space-y-4 border-t border-line pt-4">
      {error !== null && (
        <Notice kind="fail" title="Not closed" isLive>
          {error.message}
        </Notice>
      )}
      <Field
        label="What you found out"
        hint="Close it only if the wallet shows that nothing was sent, or that the transaction failed. If it sent after all, two deposits may arrive."
        error={fault}
      >
        {(wiring) => <TextArea {...wiring} ref={field} maxLength={2_000} />}
      </Field>
      <SmallFormActs
        act="Close the request"
        actPending="Closing"
        isPending={isPending}
        onClose={() => onLeave()}
      />
    </form>
  );
}
