import { direct, toHandler } from "#lib/server/http/direct";
import { healthReply } from "#lib/server/operate/health";

export const GET = direct("GET /healthz", toHandler(healthReply));
