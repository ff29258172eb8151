import type { Instrumentation } from "next";

/** Runs once when a server starts, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { boot } = await import("#lib/server/operate/boot");
  await boot();
}

/** Logs what a page or a handler threw and nobody caught, under the digest that its reader was shown. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logRequestError } = await import("#lib/server/observe/log-failure");
  logRequestError(error, method, routePath);
};
