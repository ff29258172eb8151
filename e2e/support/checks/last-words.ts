import type { BrowserContext, Request } from "@playwright/test";

/** How long an answer is waited for that a page which is gone may never be told of. */
const mostWaitMs = 10_000;

/**
 * Returns what silences the pages of a context at a test's end. Tests share their owner's session: a draft that a page
 * keeps as it closes would be offered to the next test's form.
 */
export function watchLastWords(context: BrowserContext): () => Promise<void> {
  const sent = new Set<Request>();
  context.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/api/transfers/draft")) sent.add(request);
  });
  return async () => {
    const silenced = context.pages().map((page) =>
      page.evaluate(() => {
        window.fetch = () => new Promise(() => undefined);
      }),
    );
    const answered = [...sent].map((request) => request.response());
    const waited = new Promise((resolve) => setTimeout(resolve, mostWaitMs).unref());
    await Promise.race([Promise.allSettled([...silenced, ...answered]), waited]);
  };
}
