import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { ask } from "#lib/calls/ask";
import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";
import { clock } from "#lib/features/telling/endpoint-state";
import { wantedAnswer } from "#lib/features/telling/form-hints";
import { resultWords } from "#lib/features/telling/result-words";
import type { Delivery } from "#lib/features/telling/webhooks";

const pollMs = 1_000;
const patienceMs = 30_000;

type Props = { id: string; form: EndpointForm; timeZone: string; onClose: () => void };

/** What became of a test, as soon as its first try has ended. */
export function TestResult({ id, form, timeZone, onClose }: Props) {
  const { data, error, dataUpdatedAt } = useQuery({
    ...ask("GET /api/deliveries/[id]", { params: { id } }),
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : pollMs),
  });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const client = useQueryClient();
  const isOver = hasEnded(data);
  // The list says how the endpoint is since.
  useEffect(() => {
    if (isOver) void client.invalidateQueries(ask("GET /api/webhooks"));
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

/** Whether at least one try has ended. */
function hasEnded(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && (delivery.state !== "waiting" || delivery.tries.length > 0);
}
