import type { Verbs } from "#lib/server/api/route";
import { countAttention, findAttention } from "#lib/server/attention/attention";
import { assignMany, resolveMany } from "#lib/server/attention/attention-acts";
import { listAudit } from "#lib/server/audit/audit-list";
import { verifyOwnAudit } from "#lib/server/audit/verify-audit";
import { findHold, releaseHold } from "#lib/server/hold/hold-release";
import { withdrawAllProposed } from "#lib/server/payees/proposals";
import { withdrawAllWaiting } from "#lib/server/submission/end-waiting";

export const oversightVerbs = {
  "GET /api/attention/counts": async () => ({ body: await countAttention() }),
  "POST /api/attention/owner": async ({ body, actor }) => ({
    body: await assignMany(body, actor),
  }),
  "POST /api/attention/resolution": async ({ body, actor }) => ({
    body: await resolveMany(body, actor),
  }),
  "GET /api/attention": async () => ({ body: await findAttention() }),
  "GET /api/audit": async ({ query }) => ({
    body: await listAudit(query),
  }),
  "GET /api/audit/verification": async () => ({
    body: await verifyOwnAudit(),
  }),
  "POST /api/hold/release": async ({ body: { since }, actor }) => {
    await releaseHold(since, actor, async (ledger) => {
      await withdrawAllWaiting(ledger);
      await withdrawAllProposed(ledger);
    });
    return { body: { hold: await findHold() } };
  },
  "GET /api/hold": async () => ({ body: { hold: await findHold() } }),
} satisfies Partial<Verbs>;
