import type { Verbs } from "#lib/server/api/route";
import { acceptLink, readLink, setUp } from "#lib/server/people/links";
import { changePerson, listPeople, signOutPerson } from "#lib/server/people/people";
import {
  invite,
  makePasswordLink,
  revokeInvitation,
  revokePasswordLink,
} from "#lib/server/people/person-links";
import { enterByLink } from "#lib/server/people/sign-in";

export const peopleVerbs = {
  "POST /api/people/[id]/password-link": async ({ params, actor }) => ({
    body: await makePasswordLink(params.id, actor),
    status: 201,
  }),
  "PATCH /api/people/[id]": async ({ body, params, actor }) => ({
    body: await changePerson(params.id, body, actor),
  }),
  "DELETE /api/people/[id]/sessions": async ({ params, actor }) => {
    await signOutPerson(params.id, actor);
    return { body: { isDone: true } };
  },
  "DELETE /api/people/invitations/[id]": async ({ params, actor }) => {
    await revokeInvitation(params.id, actor);
    return { body: { isDone: true } };
  },
  "DELETE /api/people/password-links/[id]": async ({ params, actor }) => {
    await revokePasswordLink(params.id, actor);
    return { body: { isDone: true } };
  },
  "GET /api/people": async () => ({ body: await listPeople() }),
  "POST /api/people": async ({ body, actor }) => ({
    body: await invite(body, actor),
    status: 201,
  }),
  "POST /api/setup": async ({ body, from, request }) => {
    await setUp(body, from);
    const { email, password } = body;
    const entered = await enterByLink({ email, password }, from, request.headers.get("cookie"));
    return { ...entered, status: 201 };
  },
  /** A POST, so that the token is in no address and no proxy's log. */
  "POST /api/welcome/link": async ({ body, from }) => ({
    body: await readLink(body.token, from),
  }),
  "POST /api/welcome": async ({ body, from, request }) => {
    const email = await acceptLink(body, from);
    const entered = await enterByLink(
      { email, password: body.password },
      from,
      request.headers.get("cookie"),
    );
    return { ...entered, status: 201 };
  },
} satisfies Partial<Verbs>;
