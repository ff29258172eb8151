import { readinessAnswer } from "#lib/server/operation";

export { readinessAnswer as GET };
