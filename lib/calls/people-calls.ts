import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { InvitationInput, OneTimeLink, People, PersonChange } from "#lib/contract/people";
import { call, post } from "./queries";

/** What an admin does with people. Each call throws a `Problem`. */

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: async ({ signal }) => (await call<People>("/api/people", { signal })).body,
  refetchInterval: 60_000,
  retry: false,
});

/** Returns the link, which is shown once. */
export const invitePerson = mutationOptions({
  mutationKey: ["invite-person"],
  mutationFn: async (input: InvitationInput) => (await call<OneTimeLink>("/api/people", post(input))).body,
  onSettled: (_link, _error, _input, _result, { client }) => void client.invalidateQueries(peopleQuery),
  // The link is a secret: it stays no longer than it is shown.
  gcTime: 0,
});

export const takeInvitationBack = takingBack("invitations");
export const takePasswordLinkBack = takingBack("password-links");

function takingBack(kind: "invitations" | "password-links") {
  return mutationOptions({
    mutationKey: ["take-back", kind],
    mutationFn: async (id: string) => {
      await call(`/api/people/${kind}/${encodeURIComponent(id)}`, { method: "DELETE" });
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
  const path = `/api/people/${encodeURIComponent(id)}`;
  if ("passwordLink" in act)
    return (await call<OneTimeLink>(`${path}/password-link`, { method: "POST" })).body;
  if ("signOut" in act) await call(`${path}/sessions`, { method: "DELETE" });
  else await call(path, { ...post(act), method: "PATCH" });
  return undefined;
}
