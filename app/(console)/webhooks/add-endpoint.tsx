import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { focusLate } from "#lib/browser/late-focus";
import { addEndpoint } from "#lib/calls/webhook-calls";
import { chosenKinds } from "#lib/contract/webhooks/chosen-kinds";
import { EndpointForm } from "./endpoint-form";
import { SecretNotice } from "./secret-notice";

type Props = { onClose: () => void };

/** The form, and then the secret in its place. */
export function AddEndpoint({ onClose }: Props) {
  const { mutate, data: made, error, isPending } = useMutation(addEndpoint);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (made !== undefined) focusLate(shown.current);
  }, [made]);

  if (made !== undefined)
    return (
      <div ref={shown} tabIndex={-1} className="rounded-lg outline-none">
        <SecretNotice title={`The secret of ${made.endpoint.name}`} secret={made.secret} onClose={onClose} />
      </div>
    );
  return (
    <EndpointForm
      start={{ name: "", url: "", kinds: [...chosenKinds] }}
      error={error}
      isPending={isPending}
      act="Add the endpoint"
      actPending="Adding"
      onSend={(input) => mutate(input)}
      onClose={onClose}
    />
  );
}
