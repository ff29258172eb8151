import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Delivery, EndpointChange, EndpointInput } from "#lib/contract/webhooks/webhooks";
import { call } from "./call";

/** What an admin does with endpoints and their deliveries. Each call throws a `Problem`. */

export const endpointsQuery = queryOptions({
  queryKey: ["endpoints"],
  queryFn: async ({ signal }) => (await call("GET /api/webhooks", { signal })).body.endpoints,
  refetchInterval: 30_000,
});

/** With the whole URL, which is asked for again each time: it may hold a token. */
export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ["endpoint", id],
    queryFn: async ({ signal }) => (await call("GET /api/webhooks/[id]", { params: { id }, signal })).body,
    gcTime: 0,
  });
}

/** Returns the secret, which is shown once. */
export const addEndpoint = mutationOptions({
  mutationKey: ["add-endpoint"],
  mutationFn: async (body: EndpointInput) => (await call("POST /api/webhooks", { body })).body,
  onSettled: (_made, _error, _input, _result, { client }) => void client.invalidateQueries(endpointsQuery),
  // The secret stays no longer than it is shown.
  gcTime: 0,
});

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
    mutationKey: ["act-on-endpoint", id],
    mutationFn: (act: EndpointAct): Promise<ActResult> => send(id, act),
    onSettled: (_made, _error, _act, _result, { client }) => void client.invalidateQueries(endpointsQuery),
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

const testPollMs = 1_000;

/** A test's delivery, until its first try has ended. */
export function testQuery(id: string) {
  return queryOptions({
    queryKey: ["delivery", id],
    queryFn: async ({ signal }) => (await call("GET /api/deliveries/[id]", { params: { id }, signal })).body,
    refetchInterval: ({ state: { data } }) => (hasEnded(data) ? false : testPollMs),
  });
}

/** Whether at least one try has ended. */
export function hasEnded(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && (delivery.state !== "waiting" || delivery.tries.length > 0);
}

export function replayDelivery(id: string) {
  return mutationOptions({
    mutationKey: ["replay-delivery", id],
    mutationFn: async () => (await call("POST /api/deliveries/[id]/replay", { params: { id } })).body,
  });
}
