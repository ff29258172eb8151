import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { endpointsQuery, hasEnded, testQuery } from "#lib/calls/webhook-calls";
import type { EndpointForm } from "#lib/contract/webhooks/forms";
import { clock } from "#lib/words/webhooks/endpoint-state";
import { wantedAnswer } from "#lib/words/webhooks/form-words";
import { resultWords } from "#lib/words/webhooks/result-words";

const patienceMs = 30_000;

type Props = { id: string; form: EndpointForm; timeZone: string; onClose: () => void };

/** What became of a test, as soon as its first try has ended. */
export function TestResult({ id, form, timeZone, onClose }: Props) {
  const { data, error, dataUpdatedAt } = useQuery(testQuery(id));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const client = useQueryClient();
  const isOver = hasEnded(data);
  // The list says how the endpoint is since.
  useEffect(() => {
    if (isOver) void client.invalidateQueries(endpointsQuery);
  }, [isOver, client]);
  const done = (
    <Button size="small" onClick={onClose}>
      Done
    </Button>
  );
  if (error !== null)
    return (
      <Notice kind="warn" title="The test was sent, but its result couldn’t be loaded" isLive action={done}>
        {error.message} See the result on the page Deliveries.
      </Notice>
    );
  if (data === undefined || !hasEnded(data))
    return (
      <Notice kind="info" title={isLate ? "The test is still waiting" : "Sending the test"} isLive>
        {isLate &&
          "This endpoint is paused because messages failed. To try at once, turn it off, then on again."}
      </Notice>
    );
  const last = data.tries[0];
  const result = resultWords(data.lastResult) ?? "";
  if (data.state === "delivered")
    return (
      <Notice
        kind="ok"
        title={`Delivered${last === undefined ? "" : ` in ${last.ms} ms`}: ${result}`}
        isLive
        action={done}
      />
    );
  const next =
    data.dueAt === null ? "" : ` We try again at ${clock(data.dueAt, { now: dataUpdatedAt, timeZone })}.`;
  return (
    <Notice kind="fail" title={`Not delivered: ${result}`} isLive action={done}>
      {wantedAnswer(form)}
      {next}
    </Notice>
  );
}
