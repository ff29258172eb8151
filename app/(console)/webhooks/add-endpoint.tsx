import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";
import { EndpointForm } from "./endpoint-form";
import { SecretNotice } from "./secret-notice";

type Props = { onClose: () => void };

/** The form, and then in its place the secret, where it has one of ours. */
export function AddEndpoint({ onClose }: Props) {
  const {
    mutate,
    data: made,
    error,
    isPending,
  } = useMutation({
    ...act("POST /api/webhooks", { renews: [ask("GET /api/webhooks")] }),
    // The secret stays no longer than it is shown.
    gcTime: 0,
  });
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (made !== undefined) focusLate(shown.current);
  }, [made]);

  if (made !== undefined)
    return (
      <div ref={shown} tabIndex={-1} className="rounded-lg outline-none">
        {made.secret === null ? (
          <Notice
            kind="ok"
            title={`${made.endpoint.name} is added`}
            isLive
            action={
              <Button size="small" onClick={onClose}>
                Done
              </Button>
            }
          >
            Its address is its secret, so we never show it again. Send a test to see that messages arrive.
          </Notice>
        ) : (
          <SecretNotice
            title={`The secret of ${made.endpoint.name}`}
            secret={made.secret}
            onClose={onClose}
          />
        )}
      </div>
    );
  return (
    <EndpointForm
      start={{ name: "", url: "", kinds: [...chosenKinds], form: "standard" }}
      error={error}
      isPending={isPending}
      isNew
      act="Add the endpoint"
      actPending="Adding"
      onSend={(input) => mutate({ body: input })}
      onClose={onClose}
    />
  );
}
