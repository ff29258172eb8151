import { readinessAnswer } from "#lib/server/health";

export { readinessAnswer as GET };
