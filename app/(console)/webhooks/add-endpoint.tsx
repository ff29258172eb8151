import { useMutation } from "@tanstack/react-query";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
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
  if (made !== undefined)
    return (
      <ActOutcome of={made}>
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
      </ActOutcome>
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
