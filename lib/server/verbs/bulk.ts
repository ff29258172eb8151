import { importPayees } from "#lib/features/bulk/server/import-payees";
import type { Verbs } from "#lib/server/api/route";

export const bulkVerbs = {
  "POST /api/payees/import": async ({ body, actor }) => ({ body: await importPayees(body, actor) }),
} satisfies Partial<Verbs>;
