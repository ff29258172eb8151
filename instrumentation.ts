import type { Instrumentation } from "next";

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { boot } = await import("#lib/server/operate/boot");
  // What a start has loaded isn't renewed on an edit, as a route is.
  const isDevelopment = process.env.NODE_ENV === "development";
  await boot(isDevelopment ? undefined : (await import("#lib/server/verbs/dispatch")).answerDirectly);
}

/** Logs an uncaught error under the digest that its reader was shown. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logRequestError } = await import("#lib/server/observe/log-failure");
  logRequestError(error, method, routePath);
};
