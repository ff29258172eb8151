import { healthAnswer } from "#lib/server/operate/health";

export { healthAnswer as GET };
