import { toResponse } from "#lib/server/http/answer";
import { readinessReply } from "#lib/server/operate/health";

export const GET = async () => toResponse(await readinessReply());
