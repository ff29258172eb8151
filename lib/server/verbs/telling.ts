import { chooseMail, readMailChoices } from "#lib/features/telling/server/mail/choose-mail";
import {
  replayDelivery,
  replayEndpoint,
  testEndpoint,
} from "#lib/features/telling/server/webhooks/delivery-acts";
import { listDeliveries, readDelivery } from "#lib/features/telling/server/webhooks/delivery-list";
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  renewSecret,
} from "#lib/features/telling/server/webhooks/endpoint-acts";
import { listEndpoints, readEndpoint } from "#lib/features/telling/server/webhooks/endpoints";
import type { Verbs } from "#lib/server/api/route";

export const tellingVerbs = {
  "GET /api/account/mail": async ({ actor }) => ({
    body: await readMailChoices(actor.person),
  }),
  "PATCH /api/account/mail": async ({ body, actor }) => ({
    body: await chooseMail(body, actor),
  }),
  "POST /api/deliveries/[id]/replay": async ({ params, actor }) => ({
    body: await replayDelivery(params.id, actor),
    status: 202,
  }),
  "GET /api/deliveries/[id]": async ({ params }) => ({
    body: await readDelivery(params.id),
  }),
  "GET /api/deliveries": async ({ query }) => ({ body: await listDeliveries(query) }),
  "POST /api/webhooks/[id]/replay": async ({ params, body, actor }) => ({
    body: await replayEndpoint(params.id, body, actor),
    status: 202,
  }),
  "GET /api/webhooks/[id]": async ({ params, actor }) => ({
    body: await readEndpoint(params.id, actor),
  }),
  "PATCH /api/webhooks/[id]": async ({ params, body, actor }) => ({
    body: await changeEndpoint(params.id, body, actor),
  }),
  "DELETE /api/webhooks/[id]": async ({ params, actor }) => ({
    body: await removeEndpoint(params.id, actor),
  }),
  "POST /api/webhooks/[id]/secret": async ({ params, actor }) => ({
    body: await renewSecret(params.id, actor),
    status: 201,
  }),
  "POST /api/webhooks/[id]/test": async ({ params, actor }) => ({
    body: await testEndpoint(params.id, actor),
    status: 202,
  }),
  "GET /api/webhooks": async () => ({ body: await listEndpoints() }),
  "POST /api/webhooks": async ({ body, actor }) => ({
    body: await addEndpoint(body, actor),
    status: 201,
  }),
} satisfies Partial<Verbs>;
