import type { Verbs } from "#lib/server/api/route";
import { confirmName } from "#lib/server/payees/name-confirmations";
import { changeAccount, changePayee, savePayee } from "#lib/server/payees/payee-acts";
import { readPayee } from "#lib/server/payees/payee-history";
import { listPayees, openPayee } from "#lib/server/payees/payees";
import { withdrawProposal } from "#lib/server/payees/proposals";

export const payeeVerbs = {
  "GET /api/payees/[id]/account": async ({ params, actor }) => ({
    body: await openPayee(params.id, actor),
  }),
  "GET /api/payees/[id]": async ({ params }) => ({
    body: await readPayee(params.id),
  }),
  "PATCH /api/payees/[id]": async ({ params, body, actor }) => ({
    body: await changePayee(params.id, body, actor),
  }),
  "POST /api/payees/[id]/versions": async ({ params, body, actor }) => ({
    body: await changeAccount(params.id, body, actor),
  }),
  "POST /api/payees/[id]/name": async ({ params, body, actor }) => {
    await confirmName(params.id, body, actor);
    return { body: await readPayee(params.id) };
  },
  "POST /api/payees/[id]/withdrawal": async ({ params, body, actor }) => ({
    body: await withdrawProposal(params.id, body.version, actor),
  }),
  "GET /api/payees": async ({ query }) => ({ body: await listPayees(query) }),
  "POST /api/payees": async ({ body, actor }) => ({
    body: await savePayee(body, actor),
    status: 201,
  }),
} satisfies Partial<Verbs>;
