import { metricsAnswer } from "#lib/server/operation";

export { metricsAnswer as GET };
