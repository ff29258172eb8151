import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { InvitationInput, OneTimeLink, PersonChange } from "#lib/contract/people";
import { call } from "./call";

/** What an admin does with people. Each call throws a `Problem`. */

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: async ({ signal }) => (await call("GET /api/people", { signal })).body,
  refetchInterval: 60_000,
});

/** Returns the link, which is shown once. */
export const invitePerson = mutationOptions({
  mutationKey: ["invite-person"],
  mutationFn: async (input: InvitationInput) => (await call("POST /api/people", { body: input })).body,
  onSettled: (_link, _error, _input, _result, { client }) => void client.invalidateQueries(peopleQuery),
  // The link is a secret: it stays no longer than it is shown.
  gcTime: 0,
});

export const takeInvitationBack = takingBack("DELETE /api/people/invitations/[id]");
export const takePasswordLinkBack = takingBack("DELETE /api/people/password-links/[id]");

function takingBack(name: "DELETE /api/people/invitations/[id]" | "DELETE /api/people/password-links/[id]") {
  return mutationOptions({
    mutationKey: [name],
    mutationFn: async (id: string) => {
      await call(name, { params: { id } });
    },
    onSettled: (_done, _error, _id, _result, { client }) => void client.invalidateQueries(peopleQuery),
  });
}

export type PersonAct = PersonChange | { passwordLink: true } | { signOut: true };

/** Returns the link when one was made. */
export function actOnPerson(id: string) {
  return mutationOptions({
    mutationKey: ["act-on-person", id],
    mutationFn: (act: PersonAct): Promise<OneTimeLink | undefined> => send(id, act),
    onSettled: (_link, _error, _act, _result, { client }) => void client.invalidateQueries(peopleQuery),
    gcTime: 0,
  });
}

async function send(id: string, act: PersonAct): Promise<OneTimeLink | undefined> {
  const params = { id };
  if ("passwordLink" in act) return (await call("POST /api/people/[id]/password-link", { params })).body;
  if ("signOut" in act) await call("DELETE /api/people/[id]/sessions", { params });
  else await call("PATCH /api/people/[id]", { params, body: act });
  return undefined;
}
