import { findInsight } from "#lib/features/insight/server/insight";
import type { Verbs } from "#lib/server/api/route";

export const insightVerbs = {
  "GET /api/insight": async ({ query }) => ({ body: await findInsight(query) }),
} satisfies Partial<Verbs>;
