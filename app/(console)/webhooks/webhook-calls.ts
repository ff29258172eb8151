import { mutationOptions } from "@tanstack/react-query";
import { ask } from "#lib/calls/ask";
import { call } from "#lib/calls/call";
import type { EndpointChange } from "#lib/features/telling/webhooks";

/** What an admin does with an endpoint. Each call throws a `Problem`. */

export type EndpointAct =
  | { change: EndpointChange }
  | { remove: true }
  | { renewSecret: true }
  | { test: true }
  | { replayHours: number };

/** What became of an act: a secret, a test's delivery, how many are sent again. */
type ActResult = { secret?: string | null; testId?: string; count?: number };

export function actOnEndpoint(id: string) {
  return mutationOptions({
    mutationFn: (act: EndpointAct): Promise<ActResult> => send(id, act),
    onSettled: (_made, _error, _act, _result, { client }) =>
      void client.invalidateQueries(ask("GET /api/webhooks")),
    gcTime: 0,
  });
}

async function send(id: string, act: EndpointAct): Promise<ActResult> {
  const params = { id };
  if ("change" in act) {
    await call("PATCH /api/webhooks/[id]", { params, body: act.change });
    return {};
  }
  if ("remove" in act) {
    await call("DELETE /api/webhooks/[id]", { params });
    return {};
  }
  if ("renewSecret" in act)
    return { secret: (await call("POST /api/webhooks/[id]/secret", { params })).body.secret };
  if ("test" in act) return { testId: (await call("POST /api/webhooks/[id]/test", { params })).body.id };
  const now = Date.now();
  const [from = "", to = ""] = [now - act.replayHours * 3_600_000, now].map((ms) =>
    new Date(ms).toISOString(),
  );
  return (await call("POST /api/webhooks/[id]/replay", { params, body: { from, to } })).body;
}
