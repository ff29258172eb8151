import { exportTypes } from "#lib/contract/transfer-list";
import { decide } from "#lib/features/controls/server/decide";
import { exportEvidence } from "#lib/features/controls/server/evidence/export-evidence";
import { findApproval } from "#lib/features/controls/server/find-approvals";
import { countYours, findQueue } from "#lib/features/controls/server/find-queue";
import { previewRules } from "#lib/features/controls/server/rules/preview";
import { findControls, setRules, stopRules } from "#lib/features/controls/server/rules/rules-acts";
import type { Verbs } from "#lib/server/api/route";

export const controlVerbs = {
  "GET /api/controls": async () => ({ body: await findControls() }),
  "POST /api/controls": async ({ body, actor }) => ({ body: await setRules(body, actor) }),
  "POST /api/controls/preview": async ({ body }) => ({ body: await previewRules(body.rules) }),
  "POST /api/controls/[n]/stop": async ({ params, actor }) => ({ body: await stopRules(params.n, actor) }),
  "GET /api/approvals": async ({ actor }) => ({ body: await findQueue(actor) }),
  "GET /api/approvals/count": async ({ actor }) => ({ body: { yours: await countYours(actor) } }),
  "GET /api/approvals/export": async ({ query, actor }) => ({
    body: await exportEvidence(query, actor),
    headers: {
      "content-type": exportTypes.csv,
      "content-disposition": `attachment; filename="approvals-${new Date().toISOString().slice(0, 10)}.csv"`,
      // A proxy must pass each part on as it comes.
      "cache-control": "no-store, no-transform",
    },
  }),
  "GET /api/approvals/[id]": async ({ params, actor }) => ({ body: await findApproval(params.id, actor) }),
  "POST /api/approvals/[id]/decision": async ({ params, body, actor }) => ({
    body: await decide(params.id, body, actor),
  }),
} satisfies Partial<Verbs>;
