import type { Instrumentation } from "next";

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { boot } = await import("#lib/server/operate/boot");
  await boot();
}

/** Logs an uncaught error under the digest that its reader was shown. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logRequestError } = await import("#lib/server/observe/log-failure");
  logRequestError(error, method, routePath);
};
