import { route } from "#lib/server/api/route";
import { findChoices } from "#lib/server/search/filter-choices";

export const GET = route("GET /api/transfers/choices", async () => ({ body: await findChoices() }));
