import { direct, toHandler } from "#lib/server/http/direct";
import { readinessReply } from "#lib/server/operate/health";

export const GET = direct("GET /readyz", toHandler(readinessReply));
