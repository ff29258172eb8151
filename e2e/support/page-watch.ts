import { expect, type Page } from "@playwright/test";

/** What a page did that no page of this dashboard may do. */
export type PageWatch = {
  /** Lets answers with an error status from these paths be written to the console, as the browser always does. */
  allowFailures: (...paths: RegExp[]) => void;
  /** Fails when there was a fault. */
  check: () => void;
};

const failedLoad = /^Failed to load resource: the server responded with a status of \d{3}/;

/**
 * Watches a page from its first byte: console errors and warnings, uncaught errors, violations of the content policy or
 * of Trusted Types, and anything asked of another origin.
 */
export async function watchPage(page: Page): Promise<PageWatch> {
  const faults: string[] = [];
  const failures: string[] = [];
  const allowed: RegExp[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (failedLoad.test(message.text())) failures.push(new URL(message.location().url).pathname);
    else faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => addOrigin(origins, request.url()));
  page.on("websocket", (socket) => addOrigin(origins, socket.url()));
  await page.exposeBinding("reportViolation", (_source, text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const report = Reflect.get(window, "reportViolation") as (text: string) => void;
      report([violatedDirective, blockedURI, sourceFile, sample].join(" "));
    });
  });
  return {
    allowFailures: (...paths) => void allowed.push(...paths),
    check: () => {
      const unexpected = failures.filter((path) => !allowed.some((pattern) => pattern.test(path)));
      expect(faults, "the page's console, errors and policy").toEqual([]);
      expect(unexpected, "paths that answered with an error").toEqual([]);
      expect([...origins], "the origins that the page asked").toHaveLength(1);
    },
  };
}

function addOrigin(origins: Set<string>, url: string) {
  const { protocol, host } = new URL(url);
  if (protocol !== "data:" && protocol !== "blob:" && protocol !== "about:") origins.add(host);
}
