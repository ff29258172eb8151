import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { clock } from "#lib/features/telling/endpoint-state";
import type { Endpoint } from "#lib/features/telling/webhooks";
import { EditEndpoint } from "./edit-endpoint";
import { type AskedAct, doneWords, wordsOf } from "./endpoint-acts";
import { ReplayForm } from "./replay-form";
import { SecretNotice } from "./secret-notice";
import { TestResult } from "./test-result";
import { actOnEndpoint, type EndpointAct } from "./webhook-calls";

type Props = {
  endpoint: Endpoint;
  timeZone: string;
  onRemoved: (sentence: string) => void;
};

type Form = "edit" | "replay";

export function EndpointPanel({ endpoint, timeZone, onRemoved }: Props) {
  const { id, name, previousUntil } = endpoint;
  const [asked, setAsked] = useState<AskedAct>();
  const [form, setForm] = useState<Form>();
  // Shown once and in no list: nothing but "Done" takes it away.
  const [secret, setSecret] = useState<string>();
  const { mutate, reset, data, error, variables, isPending, isSuccess } = useMutation(actOnEndpoint(id));
  const isFormFault = error !== null && form === "edit";

  function open(next: Form) {
    reset();
    setForm(form === next ? undefined : next);
  }

  function ask(act: AskedAct) {
    reset();
    setForm(undefined);
    setAsked(act);
  }

  function send(act: EndpointAct) {
    if (isPending) return;
    mutate(act, {
      onSettled: () => setAsked(undefined),
      onSuccess: (answer) => {
        setForm(undefined);
        if (typeof answer.secret === "string") {
          setSecret(answer.secret);
          // What the act brought would keep it for longer than it is shown.
          reset();
        }
        if ("remove" in act) onRemoved(`${name} is removed.`);
      },
    });
  }

  const words = asked && wordsOf(asked, endpoint);
  const done = isSuccess && variables !== undefined ? doneWords(variables, data?.count) : undefined;
  return (
    <div className="space-y-4 rounded-lg bg-sunken p-4">
      <ActOutcome of={isSuccess || (error !== null && !isFormFault)}>
        {error !== null && !isFormFault && <Trouble error={error} />}
        {done !== undefined && <Notice kind="ok" title={done} isLive />}
        {data?.testId !== undefined && (
          <TestResult
            key={data.testId}
            id={data.testId}
            form={endpoint.form}
            timeZone={timeZone}
            onClose={reset}
          />
        )}
      </ActOutcome>
      <NewSecret name={name} secret={secret} onClose={() => setSecret(undefined)} />
      {previousUntil !== null && secret === undefined && (
        // At a day's edge the browser may be a day on: what the server has written stays.
        <p suppressHydrationWarning className="text-[0.8125rem]/5 text-muted">
          Messages are signed with both secrets until {clock(previousUntil, { now: Date.now(), timeZone })}.
        </p>
      )}
      <EndpointButtons
        endpoint={endpoint}
        opened={form}
        isPending={isPending}
        onOpen={open}
        onAsk={ask}
        onSend={send}
      />
      <EndpointForm form={form} id={id} error={error} isPending={isPending} onSend={send} onOpen={open} />
      {asked !== undefined && words !== undefined && (
        <ConfirmDialog
          title={words.title}
          act={words.act}
          actPending={words.pending}
          isPending={isPending}
          onAct={() => send("turnOff" in asked ? { change: { isOn: false } } : asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{words.meaning}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

type NewSecretProps = { name: string; secret: string | undefined; onClose: () => void };

function NewSecret({ name, secret, onClose }: NewSecretProps) {
  return (
    <ActOutcome of={secret}>
      {secret !== undefined && (
        <SecretNotice title={`The new secret of ${name}`} secret={secret} onClose={onClose}>
          The old secret works for another 24 hours.
        </SecretNotice>
      )}
    </ActOutcome>
  );
}

type ButtonsProps = {
  endpoint: Endpoint;
  opened: Form | undefined;
  isPending: boolean;
  onOpen: (form: Form) => void;
  onAsk: (act: AskedAct) => void;
  onSend: (act: EndpointAct) => void;
};

/** Each act, those that can't be undone after a question. */
function EndpointButtons({ endpoint: { id, form, isOn }, opened, isPending, ...on }: ButtonsProps) {
  const editor = useReturnedFocus<HTMLButtonElement>(opened === "edit");
  return (
    <div className="flex flex-wrap gap-2">
      {isOn && (
        <BusyButton size="small" isOff={isPending} onClick={() => on.onSend({ test: true })}>
          Send a test
        </BusyButton>
      )}
      <Button ref={editor} size="small" aria-expanded={opened === "edit"} onClick={() => on.onOpen("edit")}>
        Edit
      </Button>
      {isForSystems(form) && (
        <Button size="small" onClick={() => on.onAsk({ renewSecret: true })}>
          Make a new secret
        </Button>
      )}
      {isOn && (
        <Button size="small" aria-expanded={opened === "replay"} onClick={() => on.onOpen("replay")}>
          Send again
        </Button>
      )}
      <Button
        size="small"
        onClick={() => (isOn ? on.onAsk({ turnOff: true }) : on.onSend({ change: { isOn: true } }))}
      >
        {isOn ? "Turn off" : "Turn on"}
      </Button>
      <Button size="small" onClick={() => on.onAsk({ remove: true })}>
        Remove
      </Button>
      <ButtonLink size="small" variant="quiet" href={`/webhooks/deliveries?endpoint=${id}` as Route}>
        Its deliveries
      </ButtonLink>
    </div>
  );
}

type FormProps = {
  form: Form | undefined;
  id: string;
  error: Error | null;
  isPending: boolean;
  onSend: (act: EndpointAct) => void;
  onOpen: (form: Form) => void;
};

/** The one that is open, below its button. */
function EndpointForm({ form, id, error, isPending, onSend, onOpen }: FormProps) {
  if (form === undefined) return null;
  if (form === "replay")
    return <ReplayForm isPending={isPending} onSend={(replayHours) => onSend({ replayHours })} />;
  return (
    <EditEndpoint
      id={id}
      error={error}
      isPending={isPending}
      onSend={(change) => onSend({ change })}
      onClose={() => onOpen("edit")}
    />
  );
}
