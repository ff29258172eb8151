import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { TryAgainIn } from "#components/notice/try-again-in";
import { ButtonLink } from "#components/ui/button-link";
import { CopyButton } from "#components/ui/copy-button";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Refusal } from "#lib/transfer/refusal";
import type { EventKind } from "#lib/transfer/transfer-status";
import { refusalAct } from "#lib/words/refusal-words";
import { CreateLink } from "../../_shell/create-link";

type Props = {
  transfer: TransferWithEvents;
  /** What the service needs to look for it. */
  summary: string;
};

/** An accepted creation has its deposit address instead. */
export function SubmissionNotice({ transfer, summary }: Props) {
  switch (transfer.status) {
    case "recorded":
      return (
        <Notice kind="info" title="Preparing">
          The transfer is saved here. Nothing was sent to the service yet, and no money has moved.
        </Notice>
      );
    case "dispatching":
      return (
        <Notice kind="info" title="Sending: don’t create it again">
          A request may be on its way to the service. No money has moved. This page shows the outcome
          automatically.
        </Notice>
      );
    case "rejected":
      return <Rejected transfer={transfer} />;
    case "unknown":
      return <Unknown transfer={transfer} summary={summary} />;
    case "not_created":
      return (
        <Notice
          kind="info"
          title="Closed as not created"
          action={<Again transfer={transfer}>Create again</Again>}
        >
          A person found that the service did not create this transfer. No address was issued and nothing was
          paid.
        </Notice>
      );
    case "cancelled":
      return (
        <Notice
          kind="info"
          title="Cancelled before it was sent"
          action={<Again transfer={transfer}>Create again</Again>}
        >
          <p>
            {lastEvent(transfer, "cancelled")?.text ??
              "Nothing was sent to the service and no money has moved."}
          </p>
          <p>You’ll get a new quote if you create it again.</p>
        </Notice>
      );
    default:
      return null;
  }
}

function Rejected({ transfer }: { transfer: TransferWithEvents }) {
  const event = lastEvent(transfer, "rejected");
  const isServices = event?.source === "service_answer";
  const was = event?.raw == null ? "sent" : "created";
  return (
    <Notice
      kind="fail"
      title={isServices ? "The service rejected the transfer" : `The transfer was not ${was}`}
      action={<Again transfer={transfer}>Edit and try again</Again>}
    >
      {event?.text && (
        <p>
          {isServices && "The service said: "}
          <bdi>{event.text}</bdi>
        </p>
      )}
      {event?.refusal != null && <WhatToDo refusal={event.refusal} at={event.at} />}
      <p>Nothing was created and no money has moved. Trying again creates a new transfer.</p>
    </Notice>
  );
}

/** By the reason of the no; a wait is counted from when the service asked for it. */
function WhatToDo({ refusal, at }: { refusal: Refusal; at: string }) {
  const { retryAfterSeconds } = refusal;
  if (retryAfterSeconds === null) return <p className="font-medium">{refusalAct(refusal)}</p>;
  const left = Math.ceil((Date.parse(at) - Date.now()) / 1000) + retryAfterSeconds;
  return <TryAgainIn seconds={Math.min(retryAfterSeconds, Math.max(0, left))} />;
}

function Unknown({ transfer, summary }: Props) {
  const event = lastEvent(transfer, "outcome_unknown");
  return (
    <Notice
      kind="warn"
      title="We don’t know whether the transfer was created"
      action={
        <CopyButton text={summary} size="small">
          Copy summary for a ticket
        </CopyButton>
      }
    >
      <p>
        No money has moved: you were given no address. Don’t create it again until this is resolved, or two
        transfers may exist.
      </p>
      {event?.text && (
        <p>
          What happened: <bdi>{event.text}</bdi>
        </p>
      )}
      <p>
        What to do: ask the service whether it created this transfer. The summary has the details it needs.
        Then record its answer below.
        {transfer.updatesGoTo === "dashboard" &&
          " If the service sends a status update, this is resolved automatically."}
      </p>
    </Notice>
  );
}

/** The form starts with this transfer's fields. */
export function Again({ transfer, children }: { transfer: TransferWithEvents; children: ReactNode }) {
  // A third one made from here would exist beside the second.
  if (transfer.replacedBy !== null) {
    return (
      <ButtonLink size="small" href={`/transfers/${transfer.replacedBy}`}>
        Open the replacement
      </ButtonLink>
    );
  }
  return (
    <CreateLink size="small" href={`/transfers/new?from=${transfer.id}`}>
      {children}
    </CreateLink>
  );
}

function lastEvent({ evidence }: TransferWithEvents, kind: EventKind) {
  return evidence.findLast((event) => event.kind === kind);
}
