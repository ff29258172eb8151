import { mutationOptions } from "@tanstack/react-query";
import type { OneTimeLink, PersonChange } from "#lib/contract/people";
import { act } from "./act";
import { ask } from "./ask";
import { call } from "./call";

/** What an admin does with a person. Each call throws a `Problem`. */

export type PersonAct = PersonChange | { passwordLink: true } | { signOut: true };

export const invite = {
  ...act("POST /api/people", { renews: [ask("GET /api/people")] }),
  // The link is a secret: it stays no longer than it is shown.
  gcTime: 0,
};

/** Returns the link when one was made. */
export function actOnPerson(id: string) {
  return mutationOptions({
    mutationFn: (act: PersonAct): Promise<OneTimeLink | undefined> => send(id, act),
    onSettled: (_link, _error, _act, _result, { client }) =>
      void client.invalidateQueries(ask("GET /api/people")),
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
