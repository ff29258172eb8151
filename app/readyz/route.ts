import { readinessAnswer } from "#lib/server/operate/health";

export { readinessAnswer as GET };
