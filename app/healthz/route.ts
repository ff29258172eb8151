import { healthAnswer } from "#lib/server/operation";

export { healthAnswer as GET };
