import { toResponse } from "#lib/server/http/answer";
import { healthReply } from "#lib/server/operate/health";

export const GET = async () => toResponse(await healthReply());
