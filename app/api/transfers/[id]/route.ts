import { route } from "#lib/server/route";
import { findTransfer } from "#lib/server/transfers";

export const GET = route({}, async ({ params }) => ({ body: await findTransfer(String(params.id)) }));
