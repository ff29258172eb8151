import { healthAnswer } from "#lib/server/health";

export { healthAnswer as GET };
