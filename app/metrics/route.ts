import { metricsAnswer } from "#lib/server/operate/health";

export { metricsAnswer as GET };
