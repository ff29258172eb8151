import { metricsAnswer } from "#lib/server/health";

export { metricsAnswer as GET };
